/** Queries of plans. */
import { queryOptions } from '@tanstack/react-query';
import type { AnswerOf } from '../../../../src/api/procedures/table/contract.ts';
import { readProcedure } from '../../../data/api.ts';

export type OwnPlan = NonNullable<AnswerOf<'subscription show'>['subscription']>;

/** The first elements of the keys of what a change of a plan changes. */
export const stalePlans = ['plans', 'subscription', 'balance', 'ledger', 'payments'] as const;

export function subscriptionQuery(account: string) {
  return queryOptions({
    queryKey: ['subscription', account],
    queryFn: async () => (await readProcedure('subscription show', { account })).subscription,
    // What a provider reports arrives by itself.
    refetchInterval: 5_000,
  });
}
