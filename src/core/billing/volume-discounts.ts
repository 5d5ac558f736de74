/**
 * Discounts from a spending in a month on. What an account has spent follows from the counters of its tokens:
 * what was charged for tasks of this month, without what is held. The factor that follows is stored on the
 * account and brought up to date once a minute, so that a quote and the task that is submitted after it have
 * the same price, and nothing changes for tasks that were submitted before.
 */
import type { Micros } from '@kinora/shared/money';
import { countedThisMonth } from '../accounts/token-limits.ts';
import { thisMonth } from '../../platform/db/calendar.ts';
import type { Queryable } from '../../platform/db/open.ts';
import { readFirst, readRows } from '../../platform/db/row.ts';
import { statement } from '../../platform/db/statement.ts';

export interface VolumeStep {
  /** The spending in a month from which on it applies. */
  readonly fromMicros: Micros;
  /** The discount in millionths of a percent. */
  readonly percentMicros: Micros;
}

/** $1: the account, or null for the table of all accounts. */
const read = statement(
  'read_volume_discounts',
  'select from_micros, percent_micros from volume_discounts where account_id is not distinct from $1::uuid order by from_micros',
);
const replace = statement(
  'replace_volume_discounts',
  `with deleted_steps as (
     delete from volume_discounts where account_id is not distinct from $1::uuid and from_micros <> all($2::bigint[])
   ), changed_steps as (
     update volume_discounts set percent_micros = step.percent from unnest($2::bigint[], $3::bigint[]) step(starts, percent)
     where account_id is not distinct from $1::uuid and from_micros = step.starts returning from_micros
   )
   insert into volume_discounts (account_id, from_micros, percent_micros)
   select $1::uuid, starts, percent from unnest($2::bigint[], $3::bigint[]) step(starts, percent)
   where starts not in (select from_micros from changed_steps)`,
);
const lockTables = statement(
  'lock_volume_discounts',
  'lock table volume_discounts in share row exclusive mode',
);

const spent = `coalesce((
     select sum(greatest(${countedThisMonth} - held_micros, 0)) from tokens where tokens.account_id = accounts.id and day >= ${thisMonth}
   ), 0)::bigint`;

/**
 * Accounts are locked in the order of their ids, as everywhere. Only those are looked at that spent
 * this month or have a discount.
 */
const bringUpToDate = statement(
  'apply_volume_discounts',
  `with spending as materialized (
     select account_id as id, sum(greatest(month_micros - held_micros, 0))::bigint as micros from tokens
     where day >= ${thisMonth} and exists (select from volume_discounts) group by account_id
   ), candidates as materialized (
     select id from spending union select id from accounts where volume_factor_micros <> 1000000
   ), factors as materialized (
     select id, 1000000 - coalesce((
       select percent_micros / 100 from volume_discounts
       where from_micros <= coalesce(spending.micros, 0) and account_id is not distinct from (
         select candidates.id where exists (select from volume_discounts own where own.account_id = candidates.id))
       order by from_micros desc limit 1
     ), 0) as factor
     from candidates left join spending using (id)
   ), locked_accounts as materialized (
     select accounts.id, factor from accounts join factors using (id)
     where volume_factor_micros <> factor order by accounts.id for no key update of accounts
   )
   update accounts set volume_factor_micros = factor from locked_accounts locked where accounts.id = locked.id
   returning accounts.id, pg_notify('kinora_token', '')`,
);
const standing = statement(
  'volume_standing',
  `select ${spent} as spent_micros, volume_factor_micros as factor_micros,
     exists (select from volume_discounts where account_id = accounts.id) as has_own_steps
   from accounts where id = $1`,
);

/** Reads the table of an account or, if none is given, that of all accounts. */
export async function readVolumeDiscounts(db: Queryable, accountId?: string): Promise<VolumeStep[]> {
  return readRows(db, read, [accountId ?? null]);
}

/** Sets a table. An empty one of an account lets the general one apply to it. */
export async function setVolumeDiscounts(
  db: Queryable,
  accountId: string | undefined,
  steps: readonly VolumeStep[],
): Promise<void> {
  await db.query(lockTables);
  const values = [steps.map(({ fromMicros }) => fromMicros), steps.map(({ percentMicros }) => percentMicros)];
  await db.query(replace, [accountId ?? null, ...values]);
  await applyVolumeDiscounts(db);
}

/**
 * Brings the factors of all accounts up to date, on every node immediately. Also lets
 * those of an earlier month end.
 */
export async function applyVolumeDiscounts(db: Queryable): Promise<void> {
  if ((await db.query(bringUpToDate)).length > 0) db.hint('tokens');
}

export interface VolumeStanding {
  readonly spentMicros: Micros;
  /** The factor that applies now, in millionths. */
  readonly factorMicros: Micros;
  readonly hasOwnSteps: boolean;
}

export async function readVolumeStanding(
  db: Queryable,
  accountId: string,
): Promise<VolumeStanding | undefined> {
  return readFirst(db, standing, [accountId]);
}
