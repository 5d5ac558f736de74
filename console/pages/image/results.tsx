/** The account's tasks, newest first, updated live. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useUser } from '../../data/session.ts';
import { tasksQuery, type Task } from '../../data/tasks/tasks.ts';
import { Lightbox } from '../../pictures/lightbox/lazy-lightbox.tsx';
import { PendingRows } from '../../pictures/rows/pending-rows.tsx';
import { TaskRow } from '../../pictures/rows/task-row.tsx';
import { Button } from '../../ui/button.tsx';
import { ErrorNote, Skeleton } from '../../ui/page-states.tsx';
import { useMessages } from '../../i18n/catalogue.ts';
import { PendingRuns } from './pending-runs.tsx';
import type { Create } from './state/use-create.ts';
import { imageMessages } from './messages.ts';

/** Loaded on demand, because it is shown only before the first task. */
const FirstTime = lazy(() => import('./first-time.tsx').then(module => ({ default: module.FirstTime })));

interface ResultsProps {
  readonly create: Create;
  readonly onUsePrompt: (task: Task) => void;
  readonly onEdit: (prompt: string) => void;
}

const renderedCount = 8;
const offscreenLook = '[contain-intrinsic-size:auto_230px] [content-visibility:auto]';

export function Results({ create, onUsePrompt, onEdit }: ResultsProps) {
  const t = useMessages(imageMessages);
  const { account } = useUser();
  const list = useInfiniteQuery(tasksQuery({ kind: 'image', account }));
  const tasks = list.data?.pages.flat() ?? [];
  const isFirstTime = list.isSuccess && tasks.length === 0 && create.runs.all.length === 0;
  return (
    <section aria-label={t.results}>
      <PendingRuns create={create} />
      <PendingRows />
      <ErrorNote error={list.error} onRetry={() => void list.refetch()} className="my-4" />
      {list.isPending && <Skeletons />}
      <Suspense fallback={<Skeletons />}>
        {isFirstTime && <FirstTime create={create} onEdit={onEdit} />}
      </Suspense>
      {tasks.map((task, index) => (
        // Rows far below the viewport are laid out only when they come near it.
        <div key={task.id} className={index < renderedCount ? undefined : offscreenLook}>
          <TaskRow task={task} onUsePrompt={onUsePrompt} />
        </div>
      ))}
      {list.hasNextPage && (
        <div className="flex justify-center py-6">
          <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {t.loadOlder}
          </Button>
        </div>
      )}
      <Lightbox tasks={tasks} onUsePrompt={onUsePrompt} />
    </section>
  );
}

function Skeletons() {
  return Array.from({ length: 2 }, (_, row) => (
    <div key={row} className="grid gap-x-6 gap-y-3 py-5 lg:grid-cols-[minmax(220px,300px)_minmax(0,1fr)]">
      <Skeleton className="h-12" />
      <div className="grid grid-cols-2 gap-2 sm:grid-cols-4">
        {Array.from({ length: 4 }, (_cell, cell) => (
          <Skeleton key={cell} className="aspect-square rounded-lg" />
        ))}
      </div>
    </div>
  ));
}
