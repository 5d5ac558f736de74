/** Tasks as the Console's API tells them (src/procedures/task-procedures.ts), and how they are asked for. */
import { hashKey, infiniteQueryOptions, queryOptions, type QueryKey } from '@tanstack/react-query';
import { list, tell } from './api.ts';

export type TaskState =
  | 'waiting'
  | 'queued'
  | 'starting'
  | 'running'
  | 'saving'
  | 'succeeded'
  | 'failed'
  | 'cancelled';
export type Tier = 'relax' | 'fast' | 'turbo';

export interface TaskButton {
  /** What pressing it sends: the customId. */
  readonly id: string;
  readonly label: string;
  readonly emoji: string;
  readonly pressed: boolean;
  readonly kind: string;
  readonly candidate: number | null;
  /** What pressing it costs; null: it depends on what one says then. */
  readonly price: string | null;
}

export interface Picture {
  readonly url: string;
  readonly thumbnail: string;
  readonly width: number;
  readonly height: number;
}

export interface Task {
  readonly id: string;
  readonly kind: 'image' | 'video';
  readonly action: string;
  readonly model: string;
  readonly group: string;
  readonly tier: Tier;
  readonly state: TaskState;
  /** 0-100. */
  readonly progress: number;
  /** Queued: how many are served before it. */
  readonly ahead: number | null;
  readonly prompt: string | null;
  readonly final_prompt: string | null;
  /** Waiting: the button whose modal it waits for. */
  readonly asks: string | null;
  readonly seed: string | null;
  readonly parent: string | null;
  /** The button of the parent that made it. */
  readonly button: string | null;
  readonly account: string;
  readonly account_name: string;
  readonly token: { readonly id: string; readonly name: string };
  readonly user: { readonly id: string; readonly name: string } | null;
  readonly created: string;
  readonly started: string | null;
  readonly finished: string | null;
  readonly expires: string | null;
  readonly expired: boolean;
  readonly starred: boolean;
  readonly collections: readonly string[];
  /** Pixels of one picture or of the clip. */
  readonly width: number;
  readonly height: number;
  readonly seconds: number | null;
  readonly sheet: string | null;
  readonly preview: string | null;
  readonly cells: readonly Picture[];
  readonly clips: readonly { readonly url: string; readonly thumbnail: string }[];
  readonly spritesheet: string | null;
  readonly texts: readonly string[];
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly price: {
    readonly unit: 'image' | 'clip' | 'second';
    readonly quantity: number;
    readonly unit_price: string;
    readonly amount: string;
    readonly charged: string | null;
    readonly refunded: string | null;
    readonly version: string;
    readonly currency: string;
    readonly state: 'held' | 'charged' | 'released' | 'refunded';
  };
  readonly error: { readonly code: string; readonly message: string } | null;
  readonly buttons: readonly TaskButton[];
  readonly change: number;
}

export interface TaskLife extends Task {
  readonly life: readonly {
    readonly phase: TaskState;
    readonly at: string;
    readonly seconds: number | null;
  }[];
  readonly attempts: number;
  readonly tries: number;
  readonly engine: string;
  /** Why this model and engine; null: nothing was ordered yet. */
  readonly trace: { readonly model: string; readonly engine: string; readonly reason: string } | null;
  readonly deliveries: readonly {
    readonly hook: string;
    readonly url: string;
    readonly state: 'telling' | 'told' | 'gone' | 'given_up';
    readonly attempts: readonly {
      readonly at: string;
      readonly status: number | null;
      readonly error: string | null;
      readonly took_ms: number;
      readonly phase: string;
    }[];
  }[];
  readonly entries: readonly {
    readonly id: string;
    readonly kind: string;
    readonly amount: string;
    readonly at: string;
    readonly reason: string | null;
  }[];
  readonly lineage: {
    readonly parent: Task | null;
    readonly siblings: readonly Task[];
    readonly children: readonly Task[];
  };
}

/** All optional; as in the address of the page. */
export interface TaskFilter {
  readonly q?: string | undefined;
  readonly kind?: 'image' | 'video' | undefined;
  readonly state?: string | undefined;
  readonly model?: string | undefined;
  readonly tier?: string | undefined;
  readonly action?: string | undefined;
  readonly token?: string | undefined;
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

export interface TaskFacets {
  readonly total: number;
  readonly state: readonly Facet[];
  readonly kind: readonly Facet[];
  readonly model: readonly Facet[];
  readonly tier: readonly Facet[];
  readonly action: readonly Facet[];
  readonly token: readonly Facet[];
  readonly starred: number;
  readonly amount: string;
  readonly held: string;
}

const pageSize = 50;

/** Newest first; the live events (live.ts) keep what was read up to date. `size`: of a page, at most 200. */
export function tasksQuery(filter: TaskFilter, size = pageSize) {
  const queryKey = ['tasks', filter, size] as const;
  return infiniteQueryOptions({
    queryKey,
    queryFn: async ({ pageParam }) => {
      const lines = await list<Task>('task list', { ...filter, before: pageParam, limit: size });
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
    queryFn: () => tell<TaskFacets>('task facets', { ...filter }),
    staleTime: 5000,
  });
}

export function taskQuery(id: string) {
  return queryOptions({
    queryKey: ['task', id],
    queryFn: () => tell<TaskLife>('task show', { task: id }),
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
