/** Lets the months of plans pass, for tests: the clock of the database stays. */
import type { Database } from '../../../src/platform/db/open.ts';

/**
 * The current month of the plan of an account is over, the last one of so many. Entries
 * of the ledger keep their time.
 */
export async function endMonth(db: Database, accountId: string, months = 1): Promise<void> {
  await db.pool.query(
    `update subscriptions set anchor_at = clock_timestamp() - $2::int * interval '1 month', period_ends_at = clock_timestamp()
     where account_id = $1 and state <> 'ended'`,
    [accountId, months],
  );
  await db.pool.query(
    'update credit_grants set expires_at = clock_timestamp() where account_id = $1 and expires_at > clock_timestamp()',
    [accountId],
  );
}

/** The time after the last month is over, too. */
export async function endGrace(db: Database, accountId: string): Promise<void> {
  await db.pool.query(
    'update subscriptions set rights_until = clock_timestamp() where account_id = $1 and rights_until is not null',
    [accountId],
  );
  await db.pool.query(
    'update accounts set plan_until = clock_timestamp() where id = $1 and plan_until is not null',
    [accountId],
  );
}
