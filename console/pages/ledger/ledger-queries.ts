/** Queries of the ledger and of statements. */
import type { AnswerOf, LineOf } from '../../../src/api/procedures/table/contract.ts';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { list, readProcedure } from '../../data/api.ts';

export type Statement = AnswerOf<'statement show'>;
export type PaymentLine = LineOf<'payment list'>;

export type EntryFilter = Readonly<
  Record<'account' | 'kind' | 'from' | 'to' | 'token' | 'task', string | undefined>
>;

/** The query parameters of the ledger page. */
export type LedgerAddress = Readonly<
  Record<
    'ask' | 'kind' | 'month' | 'statement' | 'token' | 'task' | 'account' | 'open' | 'payment' | 'plan',
    string | undefined
  >
>;

const pageSize = 100;

export function entriesQuery(filter: EntryFilter) {
  return infiniteQueryOptions({
    queryKey: ['ledger', filter],
    queryFn: ({ pageParam }) => list('ledger list', { ...filter, before: pageParam, limit: pageSize }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: lastPage => (lastPage.length < pageSize ? undefined : lastPage.at(-1)?.id),
  });
}

export function statementQuery(account: string, month: string) {
  return queryOptions({
    queryKey: ['ledger', 'statement', account, month],
    queryFn: () => readProcedure('statement show', { account, month }),
    placeholderData: before => before,
  });
}

/** Asks for the price if there is a discount code. Otherwise it follows from the options. */
export function quoteQuery(request: Readonly<Record<'account' | 'amount' | 'method' | 'code', string>>) {
  return queryOptions({
    queryKey: ['payment quote', request],
    queryFn: () => readProcedure('payment quote', request),
    enabled: request.code !== '' && request.amount !== '' && request.method !== '',
    retry: false,
  });
}

export function referralQuery(account: string) {
  return queryOptions({
    queryKey: ['referral', account],
    queryFn: () => readProcedure('referral show', { account }),
    staleTime: 60_000,
  });
}

const watchMs = 2_000;

/** `watchedId` is the id of a payment that the provider has not reported yet. */
export function paymentsQuery(account: string, watchedId: string | undefined) {
  return queryOptions({
    queryKey: ['payments', account],
    queryFn: () => list('payment list', { account, limit: 20 }),
    refetchInterval: ({ state: { data } }) =>
      data?.some(({ id, state }) => id === watchedId && state === 'open') ? watchMs : false,
  });
}
