import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../../../test/support/servers/app.ts';
import { freshDatabase } from '../../../test/support/servers/database.ts';
import { openDatabase } from '../../platform/db/open.ts';
import { newRowId } from '../../platform/lib/id.ts';
import { createAccount } from '../accounts/accounts.ts';
import { expireCredit, grantCredit } from './expiring-credit.ts';
import { readBalance, creditAccount, listEntries } from './ledger.ts';

const db = openDatabase({ connectionString: await freshDatabase() });
test.after(() => db.close());

async function customer(amount: number): Promise<string> {
  const { id = '' } = (await createAccount(db, newRowId())) ?? {};
  await db.transaction(tx => grantCredit(tx, id, { kind: 'trial', amountMicros: BigInt(amount), days: 30 }));
  return id;
}
const available = async (id: string) => Number((await readBalance(db, id))?.availableMicros);
const end = (id: string) =>
  db.pool.query(
    `update credit_grants
     set created_at = now() - interval '31 days', expires_at = now() - interval '1 day'
     where account_id = $1`,
    [id],
  );
/** A task with its entries, submitted ten days ago. */
async function task(id: string, amount: number, kind?: 'settle' | 'release'): Promise<string> {
  const daysAgo = 10;
  const taskId = newRowId();
  const entry = (entryKind: string, from: string, to: string) =>
    db.pool.query(
      `insert into ledger_entries (account_id, kind, from_book, to_book, amount_micros, task_id, created_at)
       values ($1, $2, $3, $4, $5, $6, now() - $7::int * interval '1 day')`,
      [id, entryKind, from, to, amount, taskId, daysAgo],
    );
  await entry('hold', 'available', 'held');
  await db.pool.query('update accounts set available_micros = available_micros - $2 where id = $1', [
    id,
    amount,
  ]);
  if (kind === 'settle') await entry('settle', 'held', 'revenue');
  if (kind === 'release') await release(id, taskId, amount);
  return taskId;
}
async function release(id: string, taskId: string, amount: number): Promise<void> {
  await db.pool.query(
    `insert into ledger_entries (account_id, kind, from_book, to_book, amount_micros, task_id)
     values ($1, 'release', 'held', 'available', $2, $3)`,
    [id, amount, taskId],
  );
  await db.pool.query('update accounts set available_micros = available_micros + $2 where id = $1', [
    id,
    amount,
  ]);
}

test('what is left of expired credit is taken back once, and paid credit stays', async () => {
  const id = await customer(10);
  await creditAccount(db, id, { kind: 'top_up', amountMicros: 100n, reason: 'paid' });
  await task(id, 4, 'settle');
  await task(id, 2, 'release');
  await expireCredit(db);
  assert.equal(await available(id), 106, 'it has not ended yet');
  await end(id);
  await Promise.all([expireCredit(db), expireCredit(db), expireCredit(db)]);
  assert.equal(await available(id), 100);
  const [last] = await listEntries(db, { accountId: id, limit: 1 });
  assert.match(`${last?.kind} ${last?.reason}`, /^adjust trial credit of .* expired on \d{4}-/);
});

test('what a task in progress holds is taken back when it was released, and not when it was charged', async () => {
  for (const [outcome, remaining] of [
    ['release', 100],
    ['settle', 100],
  ] as const) {
    const id = await customer(10);
    await creditAccount(db, id, { kind: 'top_up', amountMicros: 100n, reason: 'paid' });
    const running = await task(id, 4);
    await end(id);
    await expireCredit(db);
    assert.equal(await available(id), 100, 'six of ten were taken back, and four are held');
    if (outcome === 'release') await release(id, running, 4);
    else
      await db.pool.query(
        `insert into ledger_entries (account_id, kind, from_book, to_book, amount_micros, task_id)
         values ($1, 'settle', 'held', 'revenue', 4, $2)`,
        [id, running],
      );
    await expireCredit(db);
    await expireCredit(db);
    assert.equal(await available(id), remaining, outcome);
  }
});

test('nothing is left of credit that was spent, and none expires without an end', async () => {
  const spender = await customer(10);
  await task(spender, 10, 'settle');
  await creditAccount(db, spender, { kind: 'top_up', amountMicros: 7n, reason: 'paid' });
  await end(spender);
  const { id = '' } = (await createAccount(db, newRowId())) ?? {};
  await db.transaction(tx => grantCredit(tx, id, { kind: 'trial', amountMicros: 3n, days: 0 }));
  await expireCredit(db);
  assert.deepEqual([await available(spender), await available(id)], [7, 3]);
});

test('credit that another process has just taken back is left alone', async () => {
  const id = await customer(3);
  await end(id);
  const other = await db.pool.connect();
  await other.query('begin');
  await other.query('select from accounts where id = $1 for update', [id]);
  const expiring = expireCredit(db);
  const waiting = `select from pg_stat_activity
     where wait_event_type = 'Lock' and datname = current_database()`;
  await until(async () => (await other.query(waiting)).rowCount, Boolean);
  await other.query('update credit_grants set ended_at = now() where account_id = $1', [id]);
  await other.query('commit');
  other.release();
  await expiring;
  assert.equal(await available(id), 3);
});
