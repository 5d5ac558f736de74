/**
 * Takes from a balance what no task was charged: corrections by hand and payments that went back. What it
 * takes of credit that expires is noted, so that it does not expire as well.
 */
import type { Micros } from '@kinora/shared/money';
import type { Queryable } from '../../platform/db/open.ts';
import { statement } from '../../platform/db/statement.ts';
import { readGrants } from './grant-spending.ts';
import { insertDebit, type EntryReason } from './ledger.ts';

/** Holds and charges wait, so that nothing moves between the reading and the taking. */
const lock = statement(
  'lock_balance',
  'select available_micros from accounts where id = $1 for no key update',
);
const withdraw = statement(
  'withdraw_credit',
  `insert into credit_withdrawals (entry_id, grant_id, amount_micros)
   select $1, grant_id, amount_micros
   from unnest($2::uuid[], $3::bigint[]) as withdrawn (grant_id, amount_micros)`,
);

export interface Debit extends EntryReason {
  readonly amountMicros: Micros;
  /** Which credit it takes first: that which expires, as a charge does, or that which was paid. */
  readonly first: 'expiring' | 'paid';
}

/** Locks the balance of an account until the end of the transaction, and returns what is available. */
export async function lockBalance(tx: Queryable, accountId: string): Promise<Micros> {
  return (await tx.query<{ available_micros: bigint }>(lock, [accountId]))[0]?.available_micros ?? 0n;
}

/**
 * Takes from the balance of an account. Returns false, and changes nothing, if less is available. Call it in
 * a transaction.
 */
export async function debitAccount(
  tx: Queryable,
  accountId: string,
  { amountMicros, first, ...reason }: Debit,
): Promise<boolean> {
  const available = await lockBalance(tx, accountId);
  if (available < amountMicros) return false;
  const grants = (await readGrants(tx, accountId)).filter(({ endedAt }) => !endedAt);
  const entryId = await insertDebit(tx, accountId, { amountMicros, ...reason });
  if (entryId === undefined) return false;
  const expiring = grants.reduce((sum, { leftMicros }) => sum + leftMicros, 0n);
  const paidMicros = available > expiring ? available - expiring : 0n;
  let remainingMicros =
    first === 'expiring' ? amountMicros : amountMicros > paidMicros ? amountMicros - paidMicros : 0n;
  const withdrawn = grants.flatMap(({ id, leftMicros }) => {
    const micros = remainingMicros < leftMicros ? remainingMicros : leftMicros;
    remainingMicros -= micros;
    return micros > 0n ? [{ id, micros }] : [];
  });
  const values = [withdrawn.map(({ id }) => id), withdrawn.map(({ micros }) => micros)];
  if (withdrawn.length > 0) await tx.query(withdraw, [entryId, ...values]);
  return true;
}
