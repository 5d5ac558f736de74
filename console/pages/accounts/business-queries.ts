/** Queries about customers, revenue and discount codes. */
import type { LineOf } from '../../../src/api/procedures/table/contract.ts';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { list } from '../../data/api.ts';

export type Customer = LineOf<'customer list'>;
export type RevenueLine = LineOf<'revenue show'>;
export type DiscountLine = LineOf<'discount list'>;
export type CodeTotals = LineOf<'code totals'>;
export type MarginLine = LineOf<'margin show'>;
export type LossLine = LineOf<'margin losses'>;

export const customerSorts = ['created', 'name', 'spent', 'margin', 'bought'] as const;

interface CustomerFilter {
  readonly sort: (typeof customerSorts)[number];
  /** A part of a name or an e-mail address. */
  readonly q: string | undefined;
}

const pageSize = 100;

export function customersQuery(filter: CustomerFilter) {
  return infiniteQueryOptions({
    queryKey: ['accounts', 'customers', filter],
    queryFn: ({ pageParam }) => list('customer list', { ...filter, before: pageParam, limit: pageSize }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: lastPage => (lastPage.length < pageSize ? undefined : lastPage.at(-1)?.account),
    staleTime: 5000,
    placeholderData: before => before,
  });
}

/** One account with its figures of 30 days. */
export function customerQuery(id: string) {
  return queryOptions({
    queryKey: ['accounts', 'customer', id],
    queryFn: async () => (await list('customer list', { q: id, limit: 1 }))[0] ?? null,
    staleTime: 5000,
  });
}

export const revenueQuery = queryOptions({
  queryKey: ['revenue'],
  queryFn: () => list('revenue show', {}),
  staleTime: 5000,
});

/** The last 30 days. */
export const marginsQuery = queryOptions({
  queryKey: ['margins'],
  queryFn: () => list('margin show', { by: 'model,engine' }),
  staleTime: 5000,
});

export const lossesQuery = queryOptions({
  queryKey: ['losses'],
  queryFn: () => list('margin losses', { limit: 50 }),
  staleTime: 5000,
});

export const discountsQuery = queryOptions({
  queryKey: ['discounts'],
  queryFn: () => list('discount list', { limit: 1000 }),
  staleTime: 5000,
});

export const codeTotalsQuery = queryOptions({
  queryKey: ['codes', 'totals'],
  queryFn: () => list('code totals'),
  staleTime: 5000,
});

export function accountPaymentsQuery(account: string) {
  return queryOptions({
    queryKey: ['payments', account, 'operator'],
    queryFn: () => list('payment list', { account, limit: 10 }),
    staleTime: 5000,
  });
}

export function accountChangesQuery(account: string) {
  return queryOptions({
    queryKey: ['audit', 'of account', account],
    queryFn: () => list('audit list', { account, limit: 8 }),
    staleTime: 5000,
  });
}
