/**
 * What happens to the balance of a customer besides payments, at random: tasks of any price and any end,
 * some of which end later, corrections by hand, and the end of credit that expires.
 */
import assert from 'node:assert/strict';
import { debitAccount } from '../../../src/core/billing/debit-account.ts';
import { expireCredit } from '../../../src/core/billing/expiring-credit.ts';
import { creditAccount } from '../../../src/core/billing/ledger.ts';
import type { Database } from '../../../src/platform/db/open.ts';
import { type Customer, endTask, submitClip } from '../setups/customers.ts';

/** A random whole number from 0 to below the argument. */
export type Next = (limit: number) => number;

const ends = ['succeeded', 'failed', 'cancelled'] as const;

/** Returns a function that takes one random action with each call. */
export function spendAtRandom(db: Database, customer: Customer, next: Next): () => Promise<void> {
  const { accountId } = customer;
  const running: string[] = [];
  const end = async (task: string) => endTask(db, task, { phase: ends[next(3)] ?? 'failed' });
  const micros = (most: number) => BigInt(1 + next(most * 1000)) * 1000n;
  const actions: readonly (() => Promise<unknown>)[] = [
    async () => running.push(await submitClip(db, customer, { micros: micros(9) })),
    async () => end(await submitClip(db, customer, { micros: micros(9) })),
    async () => end(await submitClip(db, customer, { micros: micros(9) })),
    async () => {
      const [task] = running.splice(next(running.length || 1), 1);
      if (task !== undefined) await end(task);
    },
    () => db.transaction(tx => debitAccount(tx, accountId, { amountMicros: micros(6), ...byHand })),
    () => creditAccount(db, accountId, { kind: 'adjust', amountMicros: micros(3), reason: 'a test' }),
    async () => {
      await endOneGrant(db, accountId, next);
      await expireCredit(db);
    },
  ];
  return async () => {
    await actions[next(actions.length)]?.().catch((error: { code?: string }) => {
      if (error.code !== 'insufficient_balance') throw error;
    });
  };
}

const byHand = { first: 'expiring', reason: 'a test' } as const;

/** The end of credit comes, while what was submitted before may be in progress. */
async function endOneGrant(db: Database, accountId: string, next: Next): Promise<void> {
  const { rows } = await db.pool.query(
    'select id from credit_grants where account_id = $1 and expires_at > clock_timestamp() order by created_at, id',
    [accountId],
  );
  if (rows.length === 0) return;
  await db.pool.query(
    'update credit_grants set expires_at = clock_timestamp() where id = $1 and expires_at > clock_timestamp()',
    [rows[next(rows.length)].id],
  );
}

/**
 * What expired of the credit of accounts that had no other grant: all of it that was neither charged for
 * what was submitted before its end, nor withdrawn. Returns the number of these grants.
 */
export async function checkWhatExpired(db: Database): Promise<number> {
  const { rows } = await db.pool.query(`
    select account_id, amount_micros, taken_micros, (
      select coalesce(sum(amount_micros), 0) from ledger_entries settled where settled.account_id = grants.account_id
        and kind = 'settle' and exists (select from ledger_entries held where held.task_id = settled.task_id
          and held.kind = 'hold' and held.created_at >= grants.created_at and held.created_at < expires_at)) as spent, (
      select coalesce(sum(amount_micros), 0) from credit_withdrawals where grant_id = grants.id) as withdrawn
    from credit_grants grants where ended_at is not null
      and not exists (select from credit_grants others where others.account_id = grants.account_id and others.id <> grants.id)
      and not exists (select from ledger_entries late where late.account_id = grants.account_id
        and late.kind = 'hold' and late.created_at between expires_at and ended_at)`);
  for (const row of rows) {
    const left = BigInt(row.amount_micros) - BigInt(row.spent) - BigInt(row.withdrawn);
    assert.equal(BigInt(row.taken_micros), left > 0n ? left : 0n, `the credit of ${row.account_id}`);
  }
  return rows.length;
}
