/**
 * What an operator wants to know of each account: its money, what it brings in,
 * and whether it is still there.
 */
import type { Queryable } from '../../../platform/db/open.ts';
import { readRows } from '../../../platform/db/row.ts';
import { statement } from '../../../platform/db/statement.ts';
import type { Micros } from '@kinora/shared/money';

export interface Customer {
  readonly id: string;
  readonly name: string;
  readonly availableMicros: Micros;
  readonly heldMicros: Micros;
  readonly suspendedAt: Date | undefined;
  readonly createdAt: Date;
  /** Credit that it has bought and that was not taken back. */
  readonly boughtMicros: Micros;
  /** Charges of the last 30 days without what was given back, and what providers charged for its tasks. */
  readonly spentMicros: Micros;
  readonly costMicros: Micros;
  /** Tasks that ended in the last 30 days. */
  readonly tasks: number;
  readonly users: number;
  /** Tokens that were not revoked. */
  readonly tokens: number;
  /** When a token of it was used, or a user signed in. Undefined if neither ever happened. */
  readonly activeAt: Date | undefined;
}

const list = statement(
  'list_customers',
  `select accounts.id, accounts.name, available_micros, held_micros, suspended_at, accounts.created_at,
     coalesce(bought.micros, 0)::bigint as bought_micros, coalesce(spent.charged, 0)::bigint as spent_micros, coalesce(spent.cost, 0)::bigint as cost_micros,
     coalesce(spent.tasks, 0)::int as tasks, people.users, keys.tokens, greatest(people.active_at, keys.active_at) as active_at
   from accounts
   left join (select account_id, sum(credited_micros) as micros from payments group by account_id) bought on bought.account_id = accounts.id
   left join (
     select account_id, sum(charged_micros - coalesce(refunded.micros, 0)) as charged, sum(cost_micros) as cost, count(*) as tasks
     from tasks left join lateral (
       select sum(amount_micros) as micros from ledger_entries where task_id = tasks.id and kind = 'refund'
     ) refunded on phase = 'succeeded'
     where finished_at >= now() - interval '30 days' group by account_id
   ) spent on spent.account_id = accounts.id
   left join lateral (
     select count(*)::int as users, max(last_sign_in_at) as active_at from users where account_id = accounts.id) people on true
   left join lateral (
     select count(*) filter (where revoked_at is null)::int as tokens, max(last_used_at) as active_at from tokens where account_id = accounts.id) keys on true
   order by accounts.created_at, accounts.id`,
);

/** All accounts, oldest first. */
export async function listCustomers(db: Queryable): Promise<Customer[]> {
  return readRows(db, list);
}
