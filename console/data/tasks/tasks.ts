/** Tasks as the Console's API tells them (src/procedures/task-procedures.ts), and how they are asked for. */
import type { AnswerOf, LineOf } from '../../../src/procedures/contract.ts';
import { hashKey, infiniteQueryOptions, queryOptions, type QueryKey } from '@tanstack/react-query';
import { list, readProcedure } from '../api.ts';

export type Task = LineOf<'task list'>;
export type TaskDetail = AnswerOf<'task show'>;
export type TaskButton = Task['buttons'][number];
export type Picture = Task['cells'][number];
export type TaskState = Task['state'];

/** All optional; as in the address of the page. */
export interface TaskFilter {
  readonly q?: string | undefined;
  readonly kind?: 'image' | 'video' | undefined;
  readonly state?: string | undefined;
  readonly model?: string | undefined;
  readonly tier?: string | undefined;
  readonly action?: string | undefined;
  readonly token?: string | undefined;
  /** E-mail. */
  readonly user?: string | undefined;
  readonly starred?: boolean | undefined;
  readonly collection?: string | undefined;
  readonly account?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** Seconds that it ran, at least. */
  readonly slower?: number | undefined;
}

export interface Facet {
  readonly value: string;
  readonly name?: string;
  readonly count: number;
}

export type TaskFacets = AnswerOf<'task facets'>;

const pageSize = 50;

/** Newest first; the live events (live.ts) keep what was read up to date. `size`: of a page, at most 200. */
export function tasksQuery(filter: TaskFilter, size = pageSize) {
  const queryKey = ['tasks', filter, size] as const;
  return infiniteQueryOptions({
    queryKey,
    queryFn: async ({ pageParam }) => {
      const lines = await list('task list', { ...filter, before: pageParam, limit: size });
      lastOfPages.set(pageName(queryKey, pageParam), lines.length < size ? undefined : lines.at(-1)?.id);
      return lines;
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (_page, _pages, pageParam) => nextPage(queryKey, pageParam),
    staleTime: 30_000,
  });
}

/**
 * By query and page: the last task of a page as it was read, when there may be more. Live events add to pages and take
 * from them, so their length says nothing later.
 */
const lastOfPages = new Map<string, string | undefined>();

/** What the page after this one is asked for by; undefined: this was the last. */
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

/** It is on its way: not ended, and not waiting for somebody's word. */
export function isUnderWay(task: Pick<Task, 'state'>): boolean {
  return !isEnded(task) && task.state !== 'waiting';
}
