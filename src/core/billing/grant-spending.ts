/**
 * What is left of credit that expires. Nothing is noted when a task is charged: what a grant has paid for
 * follows from the charges of tasks that were submitted while it was valid. What leaves a balance otherwise
 * before the end of a grant is noted as a withdrawal of it (debit-account.ts).
 */
import type { Micros } from '@kinora/shared/money';
import type { Queryable } from '../../platform/db/open.ts';
import { readRows } from '../../platform/db/row.ts';
import { statement } from '../../platform/db/statement.ts';
import { spendGrants, type Charge, type Grant } from './spend-grants.ts';

/**
 * One row for each grant, with the charges of its account. Charges are summed for each time in which the
 * same grants were valid, because their order within it changes nothing. Those of tasks in progress come
 * last, as what they hold may come back.
 */
const read = statement(
  'read_grants',
  `with grants as materialized (
     -- The credit of the accounts that counts: all that has not ended, or all.
     select id, account_id, kind, amount_micros, created_at, expires_at, taken_micros, ended_at,
       subscription_id
     from credit_grants
     where account_id = any($1::uuid[])
       and (
         $2::boolean
         or expires_at > (
           select min(created_at) from credit_grants unended
           where unended.account_id = credit_grants.account_id and ended_at is null
         )
       )
   ), span_edges as materialized (
     -- The moments at which the credit of each account begins or ends.
     select account_id, array_agg(distinct edge order by edge) as edges
     from grants, lateral (values (created_at), (expires_at)) as edges (edge)
     group by account_id
   ), charges as (
     -- What was charged or is held, by the moments between which it was spent.
     select held.account_id, edges[width_bucket(held.created_at, edges)] as at, settled.id is null as is_open,
       sum(coalesce(settled.amount_micros, held.amount_micros)) as micros
     from span_edges
       join ledger_entries held on held.account_id = span_edges.account_id and held.kind = 'hold'
         and held.created_at >= edges[1]
       left join ledger_entries settled on settled.task_id = held.task_id and settled.kind = 'settle'
         and settled.round = held.round
     where settled.id is not null
       or not exists (
         select from ledger_entries released
         where released.task_id = held.task_id and released.kind = 'release' and released.round = held.round
       )
     group by 1, 2, 3
   ), charges_of_account as (
     -- One row for each account, as JSON.
     select account_id,
       jsonb_agg(jsonb_build_array(at, micros::text, is_open) order by at, is_open) as charges
     from charges
     group by account_id
   )
   select grants.id, grants.account_id, kind, amount_micros as granted_micros, grants.created_at, expires_at,
     taken_micros, ended_at, expires_at <= now() as is_over, subscription_id, accounts.available_micros,
     coalesce(charges, '[]') as charges,
     greatest(
       amount_micros
       - coalesce((select sum(amount_micros) from credit_withdrawals where grant_id = grants.id), 0), 0
     )::bigint as amount_micros
   from grants
     join accounts on accounts.id = grants.account_id
     left join charges_of_account using (account_id)
   order by grants.account_id`,
);

/** A grant with what it has paid for. Its amount is what was granted without what was withdrawn. */
export interface GrantBalance extends Grant {
  readonly accountId: string;
  readonly subscriptionId: string | undefined;
  readonly grantedMicros: Micros;
  /** The part of it that expired. */
  readonly takenMicros: Micros;
  readonly spentMicros: Micros;
  /** What tasks in progress may still spend. */
  readonly heldMicros: Micros;
  readonly leftMicros: Micros;
  readonly endedAt: Date | undefined;
  readonly isOver: boolean;
  /** The available balance of the account. */
  readonly availableMicros: Micros;
}

type GrantRow = Omit<GrantBalance, 'spentMicros' | 'heldMicros' | 'leftMicros'> & {
  /** The charges of its account, as JSON. */
  readonly charges: readonly (readonly [submittedAt: string, micros: string, isOpen: boolean])[];
};

/**
 * The grants of an account that have not ended, and those that overlap with them, in the order in which they
 * are spent.
 */
export async function readGrants(db: Queryable, accountId: string): Promise<GrantBalance[]> {
  return withSpending(await readRows<GrantRow>(db, read, [[accountId], false]));
}

/** All grants of these accounts, by account. They are read at one moment. */
export async function readAllGrants(
  db: Queryable,
  accountIds: readonly string[],
): Promise<ReadonlyMap<string, readonly GrantBalance[]>> {
  const rows = await readRows<GrantRow>(db, read, [accountIds, true]);
  const byAccount = Map.groupBy(rows, ({ accountId }) => accountId);
  return new Map([...byAccount].map(([accountId, grants]) => [accountId, withSpending(grants)]));
}

/** `rows` are of one account. */
function withSpending(rows: readonly GrantRow[]): GrantBalance[] {
  const charges = (rows[0]?.charges ?? []).map(([submittedAt, micros, isOpen]): Charge => ({
    at: new Date(submittedAt),
    amountMicros: BigInt(micros),
    isOpen,
  }));
  return spendGrants(rows, charges).map(grant => {
    const remainingMicros = grant.amountMicros - grant.spentMicros - grant.heldMicros - grant.takenMicros;
    return { ...grant, leftMicros: remainingMicros > 0n ? remainingMicros : 0n };
  });
}
