import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freshDatabase } from '../../../test/support/servers/database.ts';
import { openCustomer } from '../../../test/support/setups/customers.ts';
import { until } from '../../../test/support/servers/app.ts';
import { openDatabase } from '../../platform/db/open.ts';
import { newRowId } from '../../platform/lib/id.ts';
import { importBalance, importedBalances, lockImport } from './imported-balances.ts';
import { debitAccount } from './debit-account.ts';
import { readBalance, creditAccount, listEntries } from './ledger.ts';

const db = openDatabase({ connectionString: await freshDatabase() });
test.after(() => db.close());

const importMicros = (accountId: string, amountMicros: bigint) =>
  importBalance(db, accountId, { amountMicros, userId: undefined });

test('an imported balance is an adjustment that is available and found again', async () => {
  const { accountId } = await openCustomer(db, { micros: 0n });
  await importMicros(accountId, 12n);
  assert.equal((await readBalance(db, accountId))?.availableMicros, 12n);
  const [entry] = await listEntries(db, { accountId, limit: 1 });
  assert.deepEqual([entry?.kind, entry?.reason, entry?.userId], ['adjust', 'import', undefined]);
  assert.deepEqual([...(await importedBalances(db, [accountId]))], [[accountId, 12n]]);
});

test('only imports of the asked accounts count, whatever else moved their balances', async () => {
  const [one, two, none] = [await openCustomer(db), await openCustomer(db), await openCustomer(db)];
  for (const { accountId } of [one, two]) {
    await creditAccount(db, accountId, { kind: 'top_up', amountMicros: 100n, reason: 'import' });
    await creditAccount(db, accountId, { kind: 'adjust', amountMicros: 100n, reason: 'goodwill' });
    await db.transaction(tx =>
      debitAccount(tx, accountId, { amountMicros: 5n, reason: 'import', first: 'expiring' }),
    );
    await importMicros(accountId, 3n);
  }
  const balances = await importedBalances(db, [one.accountId, none.accountId, newRowId()]);
  assert.deepEqual([...balances], [[one.accountId, 3n]]);
  assert.equal((await importedBalances(db, [])).size, 0);
});

test('an import waits until another one is committed, and sees what that credited', async () => {
  const { accountId } = await openCustomer(db, { micros: 0n });
  const isLocked = Promise.withResolvers<void>();
  const first = db.transaction(async tx => {
    await lockImport(tx);
    isLocked.resolve();
    await until(waitingLocks, count => count === 1);
    await importBalance(tx, accountId, { amountMicros: 9n, userId: undefined });
  });
  await isLocked.promise;
  const second = db.transaction(async tx => {
    await lockImport(tx);
    return importedBalances(tx, [accountId]);
  });
  await first;
  assert.deepEqual([...(await second)], [[accountId, 9n]]);
});

async function waitingLocks(): Promise<number | null> {
  const { rowCount } = await db.pool.query(
    `select from pg_locks where locktype = 'advisory' and not granted
       and database = (select oid from pg_database where datname = current_database())`,
  );
  return rowCount;
}
