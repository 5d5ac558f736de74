/**
 * The rows of the list, as a table or as cards. It is a separate component, so that
 * scrolling renders nothing else.
 */
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo } from 'react';
import type { Task } from '../../data/tasks/tasks.ts';
import { useKeys } from '../../ui/keys.ts';
import { usePhone } from '../../ui/phone.ts';
import { cardHeight, TaskCards } from './task-cards.tsx';
import { TaskTable, type TaskListProps } from './task-table.tsx';
import { useRows } from './use-rows.ts';

interface RowsProps extends Omit<TaskListProps, 'rows' | 'onOpen'> {
  readonly onOpen: (id: string | undefined) => void;
  readonly onNearEnd: () => void;
}

const denseHeight = 36;
const wideHeight = 44;

export function TaskRows({ onNearEnd, ...listProps }: RowsProps) {
  const { tasks, isDense, openId, onOpen } = listProps;
  const isPhone = usePhone();
  const height = isPhone ? cardHeight : isDense ? denseHeight : wideHeight;
  const rows = useRows({ count: tasks.length, height, onNearEnd });
  useOpenKeys({ tasks, openId, show: rows.show, onOpen });
  return isPhone ? <TaskCards {...listProps} rows={rows} /> : <TaskTable {...listProps} rows={rows} />;
}

interface OpenKeys {
  readonly tasks: readonly Task[];
  readonly openId: string | undefined;
  readonly show: (index: number) => void;
  readonly onOpen: (id: string | undefined) => void;
}

/** J and K move to the next or previous task, Enter opens its page. Escape belongs to the panel. */
function useOpenKeys({ tasks, openId, show, onOpen }: OpenKeys): void {
  const navigate = useNavigate();
  const place = useMemo(() => tasks.findIndex(({ id }) => id === openId), [tasks, openId]);
  const move = (step: number) => {
    const nextTask = tasks[place === -1 ? 0 : place + step];
    if (nextTask) onOpen(nextTask.id);
  };
  useKeys({
    j: () => move(1),
    k: () => move(-1),
    Enter: event => {
      const isOwn = event.target instanceof Element && event.target.closest('a, button, input, summary');
      if (openId && !isOwn) void navigate({ to: `/task/${openId}` });
    },
  });
  useEffect(() => {
    if (place >= 0) show(place);
    // The page scrolls only when another task is opened. New rows at the top must not scroll it.
    // oxlint-disable-next-line react/exhaustive-deps -- see above
  }, [openId]);
}
