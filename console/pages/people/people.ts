/** Queries of an account's users and open links. */
import type { LineOf } from '../../../src/api/procedures/table/contract.ts';
import { queryOptions } from '@tanstack/react-query';
import { list } from '../../data/api.ts';

export type Person = LineOf<'user list'>;

export type Invitation = LineOf<'invitation list'>;

export function peopleQuery(account: string) {
  return queryOptions({
    queryKey: ['users', account],
    queryFn: () => list('user list', { account }),
  });
}

export function invitationsQuery(account: string) {
  return queryOptions({
    queryKey: ['invitations', account],
    queryFn: () => list('invitation list', { account }),
  });
}
