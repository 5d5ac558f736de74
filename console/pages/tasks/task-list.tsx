/** The tasks of a view, what can be done to several of them, what they come to, and the one that is open. */
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { Task, TaskFacets, TaskFilter } from '../../data/tasks.ts';
import { useKeys } from '../../ui/keys.ts';
import { usePhone } from '../../ui/phone.ts';
import { ErrorNote, NothingFound, SkeletonRows } from '../../ui/states.tsx';
import { useWords } from '../../words/words.ts';
import { ChosenBar } from './chosen-bar.tsx';
import { NoTasksYet } from './no-tasks-yet.tsx';
import { cardHeight, TaskCards } from './task-cards.tsx';
import { TaskPanel } from './task-panel.tsx';
import { TaskTable } from './task-table.tsx';
import { TotalsLine } from './totals-line.tsx';
import { UndoDeleted } from './undo-deleted.tsx';
import { useChosen } from './use-chosen.ts';
import { useRows } from './use-rows.ts';
import { asChange, viewOf, type TaskSearch } from './views.ts';
import { taskWords } from './words.ts';

interface TaskListProps {
  readonly search: TaskSearch;
  readonly filter: TaskFilter;
  readonly facets: TaskFacets | undefined;
  readonly tasks: UseInfiniteQueryResult<InfiniteData<Task[]>>;
  readonly isDense: boolean;
  readonly setAddress: (change: Partial<TaskSearch>) => void;
}

const denseHeight = 36;
const wideHeight = 44;

export function TaskList({ search, filter, facets, tasks: query, isDense, setAddress }: TaskListProps) {
  const t = useWords(taskWords);
  const isPhone = usePhone();
  const tasks = useMemo(() => query.data?.pages.flat() ?? [], [query.data]);
  const { chosen, choose, chooseAll, chooseNone } = useChosen(tasks);
  const [deleted, setDeleted] = useState<readonly string[]>();
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const onNearEnd = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  const height = isPhone ? cardHeight : isDense ? denseHeight : wideHeight;
  const rows = useRows({ count: tasks.length, height, onNearEnd });
  const onOpen = useCallback((open: string | undefined) => setAddress({ open }), [setAddress]);
  useOpenKeys({ tasks, openId: search.open, show: rows.show, onOpen });
  const goneDeleted = useCallback(() => setDeleted(undefined), []);
  if (query.error) return <ErrorNote className="mt-4" error={query.error} onRetry={() => query.refetch()} />;
  const shown = { tasks, rows, isDense, chosen, hasAccounts: search.scope === 'all', openId: search.open };
  const acts = { onOpen, onChoose: choose, onChooseAll: chooseAll };
  const isFiltered = Object.keys(viewOf(search)).length > 0;
  return (
    <>
      <div className="h-3" />
      {query.isPending ? (
        <SkeletonRows count={12} />
      ) : tasks.length === 0 && isFiltered ? (
        <NothingFound onClear={() => setAddress(asChange({}))} />
      ) : tasks.length === 0 ? (
        <NoTasksYet />
      ) : isPhone ? (
        <TaskCards {...shown} {...acts} />
      ) : (
        <TaskTable {...shown} {...acts} />
      )}
      {isFetchingNextPage && <p className="py-2 text-center text-sm text-muted">{t.loadingMore}</p>}
      <div className="sticky bottom-0 z-10 bg-bg">
        {chosen.size > 0 && (
          <ChosenBar
            tasks={tasks.filter(({ id }) => chosen.has(id))}
            onNone={chooseNone}
            onDeleted={ids => {
              chooseNone();
              setDeleted(ids);
            }}
          />
        )}
        <TotalsLine facets={facets} filter={filter} />
      </div>
      {search.open && (
        <TaskPanel
          id={search.open}
          onClose={() => onOpen(undefined)}
          onOpen={onOpen}
          onDeleted={ids => {
            onOpen(undefined);
            setDeleted(ids);
          }}
        />
      )}
      {deleted && <UndoDeleted ids={deleted} onGone={goneDeleted} />}
    </>
  );
}

interface OpenKeys {
  readonly tasks: readonly Task[];
  readonly openId: string | undefined;
  readonly show: (index: number) => void;
  readonly onOpen: (id: string | undefined) => void;
}

/** J and K move what is open, Enter shows it whole. Escape is the panel's. */
function useOpenKeys({ tasks, openId, show, onOpen }: OpenKeys): void {
  const navigate = useNavigate();
  const place = tasks.findIndex(({ id }) => id === openId);
  const move = (step: number) => {
    const next = tasks[place === -1 ? 0 : place + step];
    if (next) onOpen(next.id);
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
    // Only when another is opened: what comes in above must not scroll the page.
    // oxlint-disable-next-line react/exhaustive-deps -- see above
  }, [openId]);
}
