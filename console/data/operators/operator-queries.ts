/**
 * Queries of the operator pages: engines, figures, settings, prices, groups, accounts, codes, the audit log.
 */
import type { AnswerOf, LineOf } from '../../../src/api/procedures/table/contract.ts';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { list, readProcedure } from '../api.ts';
import type { ModelDetails } from '../models/models.ts';

export type EngineHealth = Engine['state'];

export type Engine = LineOf<'engine list'>;

const refetchEveryMs = 10_000;

export const enginesQuery = queryOptions({
  queryKey: ['engines'],
  queryFn: () => list('engine list'),
  refetchInterval: refetchEveryMs,
});

export type Setting = LineOf<'setting list'>;

export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: () => list('setting list'),
  staleTime: Infinity,
});

export type Site = AnswerOf<'site show'>;

export const siteQuery = queryOptions({
  queryKey: ['site'],
  queryFn: () => readProcedure('site show', {}),
});

export type Conditions = NonNullable<PriceRule['when']>;

export type PriceRule = PriceBody['rules'][number];

export type PriceUnit = ModelPrice['unit'];

export type PriceBody = Pick<ModelPrice, 'unit' | 'rules' | 'tiers'>;

export type PriceVersion = ModelPrice['versions'][number];

export type ModelPrice = LineOf<'price list'>;

export const pricesQuery = queryOptions({
  queryKey: ['prices'],
  queryFn: () => list('price list'),
  staleTime: 10_000,
});

/** The model's data that its price rules are built from. */
export type ModelSheet = Pick<
  ModelDetails,
  'id' | 'name' | 'kind' | 'group' | 'operations' | 'parameters' | 'references'
>;

export type PriceTrial = AnswerOf<'price try'>;

export type Group = LineOf<'group list'>;

export const groupsQuery = queryOptions({
  queryKey: ['groups'],
  queryFn: () => list('group list'),
  staleTime: 10_000,
});

export type Alias = LineOf<'alias list'>;

export const aliasesQuery = queryOptions({
  queryKey: ['aliases'],
  queryFn: () => list('alias list'),
  staleTime: 5000,
});

export type ModelLine = LineOf<'model list'>;

export const modelLinesQuery = queryOptions({
  queryKey: ['model lines'],
  queryFn: () => list('model list'),
  staleTime: 60_000,
});

export type Account = LineOf<'account list'>;

/** The newest accounts, to choose from and for their names. */
export const accountsQuery = queryOptions({
  queryKey: ['accounts'],
  queryFn: () => list('account list', { limit: 1000 }),
  staleTime: 5000,
});

/** `account`: an id or a name. Null if there is none. */
export function accountQuery(account: string) {
  return queryOptions({
    queryKey: ['accounts', 'one', account],
    queryFn: async () => {
      const accounts = await list('account list', { q: account, limit: 100 });
      return accounts.find(({ id, name }) => id === account || name === account) ?? null;
    },
    staleTime: 5000,
  });
}

export type Code = LineOf<'code list'>;

export const codesQuery = queryOptions({
  queryKey: ['codes'],
  queryFn: () => list('code list', { limit: 1000 }),
  staleTime: 5000,
});

export function accountUsersQuery(account: string) {
  return queryOptions({
    queryKey: ['users of', account],
    queryFn: () => list('user list', { account }),
    staleTime: 5000,
  });
}

/** Money received, adjustments and refunds, newest first. Tasks have their own pages. */
export function movementsQuery(account: string) {
  return queryOptions({
    queryKey: ['movements', account],
    queryFn: () =>
      list('ledger list', {
        account,
        kind: 'opening,top_up,redeem,adjust,refund',
        limit: 20,
      }),
    staleTime: 5000,
  });
}

export const bannedWordsQuery = queryOptions({
  queryKey: ['banned words'],
  queryFn: () => list('banned list'),
  staleTime: 5000,
});

export type AuditEntry = LineOf<'audit list'>;

export interface AuditFilter {
  readonly account?: string | undefined;
  readonly object?: string | undefined;
  readonly action?: string | undefined;
}

const auditPageSize = 100;

export function auditQuery(filter: AuditFilter) {
  return infiniteQueryOptions({
    queryKey: ['audit', filter],
    queryFn: ({ pageParam }) => list('audit list', { ...filter, before: pageParam, limit: auditPageSize }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: lastPage => (lastPage.length < auditPageSize ? undefined : lastPage.at(-1)?.id),
    staleTime: 5000,
  });
}
