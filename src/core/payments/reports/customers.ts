/**
 * Lists the accounts for operators: their money, the revenue that they bring in, and when they were last
 * active.
 */
import type { Queryable } from '../../../platform/db/open.ts';
import { readRows } from '../../../platform/db/row.ts';
import { type Statement, statement } from '../../../platform/db/statement.ts';
import { type AccountPage, lastId, matchesSearch } from '../../accounts/accounts.ts';
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

/** What a page can be sorted by. All but the first two list only accounts that have some of it. */
export const customerSorts = ['created', 'name', 'spent', 'margin', 'bought'] as const;
export type CustomerSort = (typeof customerSorts)[number];

/** Charges and costs of the tasks that ended in the last 30 days. */
const charges = `select account_id, sum(charged_micros) as charged, sum(coalesce(cost_micros, 0)) as cost
  from tasks where finished_at >= now() - interval '30 days' group by account_id`;
const payers = 'select account_id, sum(credited_micros) as bought from payments group by account_id';

interface Order {
  readonly key: string;
  readonly direction: 'asc' | 'desc';
  /** Tables that are read first. */
  readonly with: string;
  readonly from: string;
  /** The condition of rows after $2, the last account of the previous page. Null stands for no such page. */
  readonly isAfter: string;
}

const orders: Readonly<Record<CustomerSort, Order>> = {
  created: {
    key: 'accounts.id',
    direction: 'desc',
    with: '',
    from: 'accounts',
    isAfter: `accounts.id < coalesce($2, ${lastId})`,
  },
  name: {
    key: 'lower(accounts.name)',
    direction: 'asc',
    with: '',
    from: 'accounts',
    isAfter: `lower(accounts.name) > coalesce((select lower(name) from accounts where id = $2), '')`,
  },
  spent: orderByRank({ table: charges, key: 'charged' }),
  margin: orderByRank({ table: charges, key: 'charged - cost' }),
  bought: orderByRank({ table: payers, key: 'bought' }),
};

/** The accounts that have a row in a table, those with the highest key first. */
function orderByRank({ table, key }: { readonly table: string; readonly key: string }): Order {
  const from = `accounts join ranking on ranking.account_id = accounts.id`;
  const isAfter = `(
       $2::uuid is null
       or (${key}, accounts.id) < (select ${key}, accounts.id from ${from} where accounts.id = $2)
     )`;
  return { key, direction: 'desc', with: `ranking as (${table}), `, from, isAfter };
}

/** $1 what was searched, $2 the last one of the previous page, $3 limit. */
function customersPage({ key, direction, with: tables, from, isAfter }: Order): string {
  return `with ${tables}refunds as (
       -- What was refunded of the charges of each account.
       select tasks.account_id, sum(ledger_entries.amount_micros) as micros
       from ledger_entries join tasks on tasks.id = ledger_entries.task_id
       where kind = 'refund'
         and ledger_entries.created_at >= now() - interval '30 days'
         and finished_at >= now() - interval '30 days'
         and phase = 'succeeded'
       group by tasks.account_id
     ), page as (
       -- The accounts of this page, by the chosen order.
       select accounts.*, ${key} as sort_key from ${from}
       where ${matchesSearch('$1')} and ${isAfter}
       order by ${key} ${direction}, accounts.id ${direction} limit $3
     )
     select page.id, page.name, available_micros, held_micros, suspended_at, page.created_at,
       bought.micros as bought_micros, (spent.charged - coalesce(refunds.micros, 0))::bigint as spent_micros,
       spent.cost as cost_micros, spent.tasks, people.users, keys.tokens,
       greatest(people.active_at, keys.active_at) as active_at
     from page
       left join refunds on refunds.account_id = page.id
       cross join lateral (
         select coalesce(sum(credited_micros), 0)::bigint as micros from payments where account_id = page.id
       ) bought
       cross join lateral (
         select coalesce(sum(charged_micros), 0) as charged, coalesce(sum(cost_micros), 0)::bigint as cost,
           count(*)::int as tasks
         from tasks
         where account_id = page.id
           and interface in ('image', 'video')
           and created_at >= now() - interval '90 days'
           and finished_at >= now() - interval '30 days'
       ) spent
       cross join lateral (
         select count(*)::int as users, max(last_sign_in_at) as active_at
         from users where account_id = page.id
       ) people
       cross join lateral (
         select count(*) filter (where revoked_at is null)::int as tokens, max(last_used_at) as active_at
         from tokens where account_id = page.id
       ) keys
     order by sort_key ${direction}, page.id ${direction}`;
}

const lists = Object.fromEntries(
  customerSorts.map(sort => [sort, statement(`customers_by_${sort}`, customersPage(orders[sort]))]),
) as Readonly<Record<CustomerSort, Statement>>;

/** A page of accounts: the newest first, by name, or those with the most of something first. */
export async function listCustomers(
  db: Queryable,
  { sort, search, before, limit }: AccountPage & { readonly sort: CustomerSort },
): Promise<Customer[]> {
  return readRows(db, lists[sort], [search ?? null, before ?? null, limit]);
}
