/**
 * The balances that accounts brought along from another service: one adjustment each, which is not repeated.
 */
import { advisoryLocks } from '../../platform/db/advisory-locks.ts';
import type { Queryable } from '../../platform/db/open.ts';
import { statement } from '../../platform/db/statement.ts';
import type { Micros } from '@kinora/shared/money';
import { creditAccount } from './ledger.ts';

/** Marks the entry in the ledger, so that it is found when the same file is imported again. */
const reason = 'import';

const selectImportedBalances = statement(
  'imported_balances',
  `select account_id, sum(amount_micros)::bigint as amount
   from ledger_entries
   where account_id = any($1::uuid[]) and kind = 'adjust' and from_book = 'funding' and reason = $2
   group by account_id`,
);
const lock = statement('lock_import', `select pg_advisory_xact_lock(${advisoryLocks.balanceImport})`);

/** One import at a time, so that none credits what another just did. Call it in a transaction. */
export async function lockImport(db: Queryable): Promise<void> {
  await db.query(lock);
}

/** What was imported so far, by account. */
export async function importedBalances(
  db: Queryable,
  accountIds: readonly string[],
): Promise<ReadonlyMap<string, Micros>> {
  const rows = await db.query<{ account_id: string; amount: bigint }>(selectImportedBalances, [
    accountIds,
    reason,
  ]);
  return new Map(rows.map(row => [row.account_id, row.amount]));
}

export async function importBalance(
  db: Queryable,
  accountId: string,
  { amountMicros, userId }: { amountMicros: Micros; userId: string | undefined },
): Promise<void> {
  await creditAccount(db, accountId, { kind: 'adjust', amountMicros, reason, userId });
}
