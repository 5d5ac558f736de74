/**
 * Discounts from a spending in a month on. What an account has spent follows from the counters of its
 * tokens: what was charged for tasks of this month, without what is held. The factor that follows is stored
 * on the account and brought up to date once a minute, so that a quote and the task that is submitted after
 * it have the same price, and nothing changes for tasks that were submitted before.
 */
import type { Micros } from '@kinora/shared/money';
import { applyToAccounts, applyToAll } from './apply-volume-discounts.ts';
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
  `select from_micros, percent_micros from volume_discounts
   where account_id is not distinct from $1::uuid
   order by from_micros`,
);
const replace = statement(
  'replace_volume_discounts',
  `with deleted_steps as (
     -- Steps that the list no longer has.
     delete from volume_discounts
     where account_id is not distinct from $1::uuid and from_micros <> all($2::bigint[])
   ), changed_steps as (
     -- Steps with another percentage.
     update volume_discounts set percent_micros = step.percent
     from unnest($2::bigint[], $3::bigint[]) step(starts, percent)
     where account_id is not distinct from $1::uuid and from_micros = step.starts
     returning from_micros
   )
   insert into volume_discounts (account_id, from_micros, percent_micros)
   select $1::uuid, starts, percent
   from unnest($2::bigint[], $3::bigint[]) step(starts, percent)
   where starts not in (select from_micros from changed_steps)`,
);
const lockTables = statement(
  'lock_volume_discounts',
  'lock table volume_discounts in share row exclusive mode',
);

const spentThisMonth = `coalesce(
     (
       select sum(greatest(${countedThisMonth} - held_micros, 0)) from tokens
       where tokens.account_id = accounts.id and day >= ${thisMonth}
     ), 0
   )::bigint`;

const standing = statement(
  'volume_standing',
  `select ${spentThisMonth} as spent_micros, volume_factor_micros as factor_micros,
     exists (select from volume_discounts where account_id = accounts.id) as has_own_steps
   from accounts where id = $1`,
);

/** Reads the table of an account or, if none is given, that of all accounts. */
export async function readVolumeDiscounts(db: Queryable, accountId?: string): Promise<VolumeStep[]> {
  return readRows(db, read, [accountId ?? null]);
}

/**
 * Sets a table. An empty one of an account lets the general one apply to it. That of an account applies
 * immediately, that of all accounts when the next `applyVolumeDiscounts` has come to each of them.
 */
export async function setVolumeDiscounts(
  db: Queryable,
  accountId: string | undefined,
  steps: readonly VolumeStep[],
): Promise<void> {
  await db.query(lockTables);
  const values = [steps.map(({ fromMicros }) => fromMicros), steps.map(({ percentMicros }) => percentMicros)];
  await db.query(replace, [accountId ?? null, ...values]);
  await (accountId === undefined ? applyToAll(db) : applyToAccounts(db, [accountId]));
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
