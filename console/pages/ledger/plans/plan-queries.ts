/** Queries of plans. */
import { queryOptions } from '@tanstack/react-query';
import type { AnswerOf } from '../../../../src/api/procedures/table/contract.ts';
import { callProcedure, readProcedure } from '../../../data/api.ts';

export type OwnPlan = NonNullable<AnswerOf<'subscription show'>['subscription']>;

export type PlanPreview = AnswerOf<'subscription preview'>;

/** The first elements of the keys of the queries to refetch after a change of a plan. */
export const planQueryKeys = ['plans', 'subscription', 'balance', 'ledger', 'payments'] as const;

export function subscriptionQuery(account: string) {
  return queryOptions({
    queryKey: ['subscription', account],
    queryFn: async () => (await readProcedure('subscription show', { account })).subscription,
    // A report of the provider changes the plan without an action of the user, so the query is polled.
    refetchInterval: 5_000,
  });
}

/**
 * Returns what a change to the plan charges now, as long as the server accepts this moment for the change.
 */
export function planPreviewQuery(account: string, plan: string) {
  return queryOptions({
    queryKey: ['plan preview', account, plan],
    queryFn: () => callProcedure('subscription preview', { account, plan }),
    staleTime: 300_000,
    refetchInterval: 300_000,
    gcTime: 0,
    retry: false,
  });
}
