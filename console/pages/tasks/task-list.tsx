/** The tasks of a view, with actions on the selection, totals, and the open task. */
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import type { Task, TaskFacets, TaskFilter } from '../../data/tasks/tasks.ts';
import { ErrorNote, NoResults, SkeletonRows } from '../../ui/page-states.tsx';
import { useMessages } from '../../i18n/catalogue.ts';
import { SelectionBar } from './selection-bar.tsx';
import { NoTasksYet } from './no-tasks-yet.tsx';
import { TaskPanel } from './task-panel.tsx';
import { TaskRows } from './task-rows.tsx';
import { TotalsLine } from './totals-line.tsx';
import { UndoDeleted } from './undo-deleted.tsx';
import { useTaskSelection } from './use-task-selection.ts';
import { asChange, toView, type TaskSearch } from './views.ts';
import { taskMessages } from './messages.ts';

interface TaskListProps {
  readonly search: TaskSearch;
  readonly filter: TaskFilter;
  readonly facets: TaskFacets | undefined;
  readonly tasks: UseInfiniteQueryResult<InfiniteData<readonly Task[]>>;
  readonly isDense: boolean;
  readonly setAddress: (change: Partial<TaskSearch>) => void;
}

export function TaskList({ search, filter, facets, tasks: query, isDense, setAddress }: TaskListProps) {
  const t = useMessages(taskMessages);
  const tasks = useMemo(() => query.data?.pages.flat() ?? [], [query.data]);
  const { chosenIds, choose, chooseAll, chooseNone } = useTaskSelection(tasks);
  const [deleted, setDeleted] = useState<readonly string[]>();
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const onNearEnd = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  const onOpen = useCallback((open: string | undefined) => setAddress({ open }), [setAddress]);
  const clearDeleted = useCallback(() => setDeleted(undefined), []);
  if (query.error) return <ErrorNote className="mt-4" error={query.error} onRetry={() => query.refetch()} />;
  const isFiltered = Object.keys(toView(search)).length > 0;
  return (
    <>
      <div className="h-3" />
      {query.isPending ? (
        <SkeletonRows count={12} />
      ) : tasks.length === 0 && isFiltered ? (
        <NoResults onClear={() => setAddress(asChange({}))} />
      ) : tasks.length === 0 ? (
        <NoTasksYet />
      ) : (
        <TaskRows
          {...{ tasks, isDense, chosenIds, onOpen, onNearEnd }}
          hasAccounts={search.scope === 'all'}
          openId={search.open}
          onChoose={choose}
          onChooseAll={chooseAll}
        />
      )}
      {isFetchingNextPage && <p className="py-2 text-center text-sm text-muted">{t.loadingMore}</p>}
      <div className="sticky bottom-0 z-10 bg-bg">
        {chosenIds.size > 0 && (
          <SelectionBar
            tasks={tasks.filter(({ id }) => chosenIds.has(id))}
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
      {deleted && <UndoDeleted ids={deleted} onDone={clearDeleted} />}
    </>
  );
}
