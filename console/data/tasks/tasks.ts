/**
 * Task records of the Console's API (src/api/procedures/tasks/task-procedures.ts),
 * and the queries that read them.
 */
import type { AnswerOf, LineOf } from '../../../src/api/procedures/table/contract.ts';
import { hashKey, infiniteQueryOptions, queryOptions, type QueryKey } from '@tanstack/react-query';
import { list, readProcedure } from '../api.ts';

export type Task = LineOf<'task list'>;
export type TaskDetail = AnswerOf<'task show'>;
export type TaskButton = Task['buttons'][number];
export type Picture = Task['cells'][number];
export type TaskState = Task['state'];

/** All fields are optional, with the names used in the page's URL. */
export interface TaskFilter {
  readonly q?: string | undefined;
  readonly kind?: 'image' | 'video' | undefined;
  readonly state?: string | undefined;
  readonly model?: string | undefined;
  readonly tier?: string | undefined;
  readonly action?: string | undefined;
  readonly token?: string | undefined;
  /** An e-mail address. */
  readonly user?: string | undefined;
  /** The name by which a client identifies one of its own users. */
  readonly end_user?: string | undefined;
  readonly starred?: boolean | undefined;
  readonly collection?: string | undefined;
  readonly account?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** Minimum seconds that the task ran. */
  readonly slower?: number | undefined;
}

export type TaskFacets = AnswerOf<'task facets'>;

export type Facet = TaskFacets['state'][number] & Partial<TaskFacets['model'][number]>;

const pageSize = 50;

/**
 * Newest first. Live events (live-updates.ts) keep the cached pages up to date. `size`:
 * tasks per page, at most 200.
 */
export function tasksQuery(filter: TaskFilter, size = pageSize) {
  const queryKey = ['tasks', filter, size] as const;
  return infiniteQueryOptions({
    queryKey,
    queryFn: async ({ pageParam }) => {
      const tasks = await list('task list', { ...filter, before: pageParam, limit: size });
      lastOfPages.set(pageName(queryKey, pageParam), tasks.length < size ? undefined : tasks.at(-1)?.id);
      return tasks;
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (_page, _pages, pageParam) => nextPage(queryKey, pageParam),
    staleTime: 30_000,
  });
}

/**
 * The id of the last task of each page when it was read, by query and page, if there may be more. Live events
 * add tasks to pages and remove them, so the length of a cached page does not show whether it was full.
 */
const lastOfPages = new Map<string, string | undefined>();

/** The page parameter of the next page. Returns undefined if there is none. */
export function nextPage(queryKey: QueryKey, pageParam: string | undefined): string | undefined {
  return lastOfPages.get(pageName(queryKey, pageParam));
}

function pageName(queryKey: QueryKey, pageParam: string | undefined): string {
  return `${hashKey(queryKey)} ${pageParam ?? ''}`;
}

export function facetsQuery(filter: TaskFilter) {
  return queryOptions({
    queryKey: ['task facets', filter],
    queryFn: () => readProcedure('task facets', { ...filter }),
    staleTime: 5000,
  });
}

export function taskQuery(id: string) {
  return queryOptions({
    queryKey: ['task', id],
    queryFn: () => readProcedure('task show', { task: id }),
    staleTime: 5000,
  });
}

export function isEnded({ state }: Pick<Task, 'state'>): boolean {
  return state === 'succeeded' || state === 'failed' || state === 'cancelled';
}

/** Whether the task has not ended and does not wait for a modal. */
export function isInProgress(task: Pick<Task, 'state'>): boolean {
  return !isEnded(task) && task.state !== 'waiting';
}
