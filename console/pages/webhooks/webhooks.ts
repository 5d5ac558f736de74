/** Webhooks as the Console's API tells them (src/procedures/webhook-procedures.ts). */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { list, tell } from '../../data/api.ts';

export const hookStates = ['telling', 'told', 'given_up', 'gone'] as const;
export type HookState = (typeof hookStates)[number];

export interface HookLine {
  readonly hook: string;
  readonly task: string;
  readonly task_prompt: string | null;
  readonly url: string;
  readonly state: HookState;
  readonly last_status: number | null;
  readonly last_error: string | null;
  readonly attempts: number;
  readonly created: string;
  readonly ended: string | null;
}

export interface HookTry {
  readonly at: string;
  readonly message_id: string;
  readonly phase: string;
  readonly status: number | null;
  readonly error: string | null;
  readonly took_ms: number;
}

export interface Receiver {
  readonly account_name: string;
  readonly origin: string;
  readonly failures: number;
  readonly failing_since: string;
  /** Until then nothing is posted there. */
  readonly off_until: string | null;
}

const pageSize = 50;
/** Deliveries go on by themselves. */
const everyMs = 10_000;

export function hooksQuery(account: string, state: string | undefined) {
  return infiniteQueryOptions({
    queryKey: ['webhooks', account, state],
    queryFn: ({ pageParam }) =>
      list<HookLine>('webhook list', { account, state, before: pageParam, limit: pageSize }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: last => (last.length < pageSize ? undefined : last.at(-1)?.hook),
    refetchInterval: everyMs,
  });
}

export function hookQuery(hook: string) {
  return queryOptions({
    queryKey: ['webhook', hook],
    queryFn: () => tell<HookLine & { tries: readonly HookTry[] }>('webhook show', { hook }),
    refetchInterval: everyMs / 5,
  });
}

export function receiversQuery(account: string) {
  return queryOptions({
    queryKey: ['webhook receivers', account],
    queryFn: () => list<Receiver>('webhook receivers', { account }),
    refetchInterval: everyMs,
  });
}
