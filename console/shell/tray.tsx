/**
 * The tasks in progress, on every page: their number in the bar and in the window's
 * title, and the list on request.
 */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { LoaderCircle } from '../icons/icons.ts';
import { facetsQuery, tasksQuery, type Task, type TaskFacets } from '../data/tasks/tasks.ts';
import type { User } from '../data/session.ts';
import { buttonClasses } from '../ui/button.tsx';
import { Popover } from '../ui/popover.tsx';
import { StateBadge } from '../ui/state-badge.tsx';
import { useMessages } from '../i18n/catalogue.ts';
import { shellMessages } from './messages.ts';

const activeStates = 'queued,starting,running,saving';

export function Tray({ user }: { readonly user: User }) {
  const t = useMessages(shellMessages);
  const filter = { state: activeStates, account: user.account };
  const { data, hasNextPage } = useInfiniteQuery(tasksQuery(filter));
  const tasks = data?.pages.flat() ?? [];
  // The first page of the list does not include the total.
  const { data: facets } = useQuery({ ...facetsQuery(filter), enabled: hasNextPage });
  const counts = hasNextPage && facets ? countsIn(facets) : countTasks(tasks);
  useCountInTitle(counts.all);
  if (tasks.length === 0) return null;
  return (
    <Popover
      label={t.underWay}
      className="w-90"
      trigger={triggerProps => (
        <button
          type="button"
          className={`${buttonClasses('plain', 's')} min-w-0 rounded-full!`}
          {...triggerProps}
        >
          <LoaderCircle size={14} className="shrink-0 animate-spin text-info" aria-hidden />
          <span className="tabular max-sm:hidden">
            {t.running(counts.all - counts.queued, counts.queued)}
          </span>
          <span className="tabular truncate sm:hidden">{t.inProgress(counts.all)}</span>
        </button>
      )}
    >
      {close => (
        <ul>
          {tasks.map(task => (
            <li key={task.id}>
              <Link
                to={`/task/${task.id}`}
                onClick={close}
                className="flex items-center gap-3 rounded-md p-2 text-text no-underline hover:bg-bg"
              >
                <Thumbnail task={task} />
                <span className="min-w-0 flex-1">
                  <span className="block truncate">{task.prompt ?? task.id}</span>
                  <span className="text-sm">
                    <StateBadge state={task.state} progress={task.progress} />
                  </span>
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Popover>
  );
}

function countTasks(tasks: readonly Task[]) {
  return { all: tasks.length, queued: tasks.filter(({ state }) => state === 'queued').length };
}

function countsIn({ total, state }: TaskFacets) {
  return { all: total, queued: state.find(({ value }) => value === 'queued')?.count ?? 0 };
}

function Thumbnail({ task: { preview } }: { readonly task: Task }) {
  return (
    <span className="size-10 shrink-0 overflow-hidden rounded-md bg-bg">
      {preview && <img src={preview} alt="" className="size-full object-cover" />}
    </span>
  );
}

function useCountInTitle(count: number): void {
  useEffect(() => {
    const plainTitle = document.title.replace(/^\(\d+\) /, '');
    document.title = count > 0 ? `(${count}) ${plainTitle}` : plainTitle;
  });
}
