/** The selected rows; Shift selects the range from the previous one. */
import { useCallback, useMemo, useRef, useState } from 'react';
import type { Task } from '../../data/tasks/tasks.ts';

export interface TaskSelection {
  readonly chosenIds: ReadonlySet<string>;
  readonly choose: (index: number, isRange: boolean) => void;
  readonly chooseAll: () => void;
  readonly chooseNone: () => void;
}

export function useTaskSelection(tasks: readonly Task[]): TaskSelection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const lastChosenIndex = useRef<number>(undefined);
  const chosenIds = useMemo(() => {
    if (ids.size === 0) return ids;
    return new Set(tasks.filter(({ id }) => ids.has(id)).map(({ id }) => id));
  }, [tasks, ids]);
  const choose = useCallback(
    (index: number, isRange: boolean) => {
      const from = isRange ? (lastChosenIndex.current ?? index) : index;
      lastChosenIndex.current = index;
      const range = tasks.slice(Math.min(from, index), Math.max(from, index) + 1).map(({ id }) => id);
      setIds(before => {
        const nextSelection = new Set(before);
        const isOn = !before.has(tasks[index]?.id ?? '');
        for (const id of range)
          if (isOn) nextSelection.add(id);
          else nextSelection.delete(id);
        return nextSelection;
      });
    },
    [tasks],
  );
  const chooseAll = useCallback(
    () => setIds(before => (before.size >= tasks.length ? new Set() : new Set(tasks.map(({ id }) => id)))),
    [tasks],
  );
  const chooseNone = useCallback(() => setIds(new Set()), []);
  return { chosenIds, choose, chooseAll, chooseNone };
}
