/** Webhook records of the Console's API (src/api/procedures/tasks/webhook-procedures.ts). */
import type { AnswerOf, LineOf } from '../../../src/api/procedures/table/contract.ts';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { list, readProcedure } from '../../data/api.ts';

export type HookState = HookLine['state'];
export const hookStates = [
  'delivering',
  'delivered',
  'failed',
  'gone',
] as const satisfies readonly HookState[];

export type HookLine = LineOf<'webhook list'>;

export type HookTry = AnswerOf<'webhook show'>['tries'][number];

export type Receiver = LineOf<'webhook receivers'>;

/** The query parameters of the webhooks page. */
export type HooksAddress = Readonly<Record<'state' | 'open' | 'account' | 'url', string | undefined>>;

const pageSize = 50;
/** Deliveries happen in the background, so the list is polled. */
const everyMs = 10_000;

export function hooksQuery(account: string, state: HookState | undefined) {
  return infiniteQueryOptions({
    queryKey: ['webhooks', account, state],
    queryFn: ({ pageParam }) => list('webhook list', { account, state, before: pageParam, limit: pageSize }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: lastPage => (lastPage.length < pageSize ? undefined : lastPage.at(-1)?.hook),
    refetchInterval: everyMs,
  });
}

export function hookQuery(hook: string) {
  return queryOptions({
    queryKey: ['webhook', hook],
    queryFn: () => readProcedure('webhook show', { hook }),
    refetchInterval: everyMs / 5,
  });
}

export function receiversQuery(account: string) {
  return queryOptions({
    queryKey: ['webhook receivers', account],
    queryFn: () => list('webhook receivers', { account }),
    refetchInterval: everyMs,
  });
}
