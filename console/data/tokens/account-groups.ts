/** The groups that the account may use. */
import type { LineOf } from '../../../src/api/procedures/table/contract.ts';
import { queryOptions } from '@tanstack/react-query';
import { list } from '../api.ts';

export type Group = LineOf<'group list'>;

export const groupsQuery = queryOptions({
  queryKey: ['groups of account'],
  queryFn: () => list('group list'),
  staleTime: 60_000,
});
