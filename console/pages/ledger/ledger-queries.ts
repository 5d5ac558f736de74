/** Asks the server for the ledger and for statements. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { list, tell } from '../../data/api.ts';
import type { Entry, EntryKind } from './entries.ts';

export interface Statement {
  readonly month: string;
  readonly from: string;
  readonly to: string;
  readonly opening: string;
  readonly closing: string;
  readonly lines: readonly {
    readonly kind: EntryKind;
    readonly count: number;
    readonly amount: string;
    /** Of the available balance. */
    readonly change: string;
  }[];
}

export type EntryFilter = Readonly<
  Record<'account' | 'kind' | 'from' | 'to' | 'token' | 'task', string | undefined>
>;

const pageSize = 100;

export function entriesQuery(filter: EntryFilter) {
  return infiniteQueryOptions({
    queryKey: ['ledger', filter],
    queryFn: ({ pageParam }) => list<Entry>('ledger list', { ...filter, before: pageParam, limit: pageSize }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: last => (last.length < pageSize ? undefined : last.at(-1)?.id),
  });
}

export function statementQuery(account: string, month: string) {
  return queryOptions({
    queryKey: ['ledger', 'statement', account, month],
    queryFn: () => tell<Statement>('statement show', { account, month }),
    placeholderData: before => before,
  });
}
