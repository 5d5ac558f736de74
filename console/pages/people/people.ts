/** Users and open links of an account, as the server tells them. */
import { queryOptions } from '@tanstack/react-query';
import { list } from '../../data/api.ts';
import type { User } from '../../data/session.ts';

export interface Person extends Pick<User, 'id' | 'account' | 'email' | 'name' | 'role'> {
  readonly state: 'active' | 'disabled';
  readonly created: string;
  readonly last_sign_in: string | null;
}

export interface Invitation {
  readonly id: string;
  readonly role: User['role'];
  readonly email: string | null;
  /** A user who sets a new password with it. */
  readonly for: string | null;
  readonly expires: string;
}

export function peopleQuery(account: string) {
  return queryOptions({
    queryKey: ['users', account],
    queryFn: () => list<Person>('user list', { account }),
  });
}

export function invitationsQuery(account: string) {
  return queryOptions({
    queryKey: ['invitations', account],
    queryFn: () => list<Invitation>('invitation list', { account }),
  });
}
