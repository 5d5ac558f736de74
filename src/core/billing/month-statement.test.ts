import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freshDatabase } from '../../../test/support/servers/database.ts';
import { endedClip, openCustomer, submitClip } from '../../../test/support/setups/customers.ts';
import { openDatabase } from '../../platform/db/open.ts';
import { debitAccount } from './debit-account.ts';
import { readBalance, refundTask } from './ledger.ts';
import { moneyStatement } from './month-statement.ts';

const db = openDatabase({ connectionString: await freshDatabase() });
test.after(() => db.close());

const may = { from: new Date('2026-05-01T00:00:00Z'), to: new Date('2026-06-01T00:00:00Z') };
const allTime = { from: new Date(0), to: new Date('2999-01-01T00:00:00Z') };

async function topUp(accountId: string, amount: number, time: string): Promise<void> {
  await db.pool.query(
    `insert into ledger_entries (account_id, kind, from_book, to_book, amount_micros, created_at)
     values ($1, 'top_up', 'funding', 'available', $2, $3)`,
    [accountId, amount, time],
  );
}

test('the first moment of a period belongs to it, and the first moment after it does not', async () => {
  const { accountId } = await openCustomer(db, { micros: 0n });
  await topUp(accountId, 1, '2026-04-30T23:59:59.999999Z');
  await topUp(accountId, 10, '2026-05-01T00:00:00Z');
  await topUp(accountId, 100, '2026-05-31T23:59:59.999999Z');
  await topUp(accountId, 1000, '2026-06-01T00:00:00Z');
  assert.deepEqual(await moneyStatement(db, { accountId, ...may }), {
    openingMicros: 1n,
    closingMicros: 111n,
    lines: [{ kind: 'top_up', count: 2, amountMicros: 110n, changeMicros: 110n }],
  });
});

test('the closing balance of a month is the opening balance of the next, also without any movement', async () => {
  const { accountId } = await openCustomer(db, { micros: 0n });
  await topUp(accountId, 7, '2026-04-02T00:00:00Z');
  const june = { from: may.to, to: new Date('2026-07-01T00:00:00Z') };
  for (const month of [may, june])
    assert.deepEqual(await moneyStatement(db, { accountId, ...month }), {
      openingMicros: 7n,
      closingMicros: 7n,
      lines: [],
    });
});

test('a charge changes the balance once, when it is held, and the closing balance is what is available', async () => {
  const customer = await openCustomer(db, { micros: 1000n });
  const { accountId } = customer;
  await db.transaction(tx =>
    debitAccount(tx, accountId, { amountMicros: 50n, reason: 'a test', first: 'expiring' }),
  );
  const task = await endedClip(db, customer);
  await db.transaction(tx => refundTask(tx, task, { amountMicros: 30n, reason: 'blurred' }));
  await endedClip(db, customer, { end: { phase: 'failed' } });
  await submitClip(db, customer);
  const { openingMicros, closingMicros, lines } = await moneyStatement(db, { accountId, ...allTime });
  assert.deepEqual(
    lines.map(({ kind, count, amountMicros, changeMicros }) => [kind, count, amountMicros, changeMicros]),
    [
      ['adjust', 1, 50n, -50n],
      ['hold', 3, 300n, -300n],
      ['refund', 1, 30n, 30n],
      ['release', 1, 100n, 100n],
      ['settle', 1, 100n, 0n],
      ['top_up', 1, 1000n, 1000n],
    ],
  );
  assert.deepEqual([openingMicros, closingMicros], [0n, 780n]);
  assert.equal((await readBalance(db, accountId))?.availableMicros, closingMicros);
});

test('entries without an amount are not counted', async () => {
  const customer = await openCustomer(db, { micros: 0n });
  await endedClip(db, customer, { micros: 0n });
  const { lines } = await moneyStatement(db, { accountId: customer.accountId, ...allTime });
  assert.deepEqual(
    lines.map(({ kind, count }) => [kind, count]),
    [
      ['hold', 0],
      ['settle', 0],
    ],
  );
});

test('a statement contains no entry of another account', async () => {
  const [{ accountId }, other] = [await openCustomer(db, { micros: 5n }), await openCustomer(db)];
  await endedClip(db, other);
  const { closingMicros, lines } = await moneyStatement(db, { accountId, ...allTime });
  assert.deepEqual([closingMicros, lines.length], [5n, 1]);
});
