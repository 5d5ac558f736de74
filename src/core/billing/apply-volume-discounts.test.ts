/** Discounts are brought up to date for who was charged, regardless of what happens meanwhile. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freshDatabase } from '../../../test/support/servers/database.ts';
import { endedClip, openCustomer, type Customer } from '../../../test/support/setups/customers.ts';
import { openDatabase } from '../../platform/db/open.ts';
import { applyVolumeDiscounts } from './apply-volume-discounts.ts';
import { setVolumeDiscounts } from './volume-discounts.ts';

const db = openDatabase({ connectionString: await freshDatabase() });
test.after(() => db.close());

const setSteps = async (steps: Record<number, number>, accountId?: string) => {
  const table = Object.entries(steps).map(([from, percent]) => ({
    fromMicros: BigInt(from),
    percentMicros: BigInt(percent) * 1_000_000n,
  }));
  await db.transaction(tx => setVolumeDiscounts(tx, accountId, table));
};
const percentOff = async ({ accountId }: Customer): Promise<number> => {
  const { rows } = await db.pool.query('select volume_factor_micros from accounts where id = $1', [
    accountId,
  ]);
  return 100 - Number(rows[0].volume_factor_micros) / 10_000;
};
const spend = (customer: Customer, micros: number) => endedClip(db, customer, { micros: BigInt(micros) });
const looksAt = async () => {
  const { rows } = await db.pool.query(
    'select all_after, done_entry, (select max(id) from ledger_entries) as newest from volume_progress',
  );
  return rows[0];
};

test('who was charged gets the discount of what was spent, and others keep theirs', async () => {
  const customers = await Promise.all([openCustomer(db), openCustomer(db), openCustomer(db)]);
  const [first, second, third] = customers;
  assert.ok(first && second && third);
  await setSteps({ 100: 5, 200: 10 });
  await applyVolumeDiscounts(db);
  assert.equal((await looksAt()).all_after, null);
  await spend(first, 150);
  await spend(second, 50);
  await endedClip(db, third, { micros: 500n, end: { phase: 'failed' } });
  await applyVolumeDiscounts(db);
  assert.deepEqual(await Promise.all(customers.map(percentOff)), [5, 0, 0]);
  await spend(first, 50);
  await spend(second, 50);
  await Promise.all([applyVolumeDiscounts(db), applyVolumeDiscounts(db), applyVolumeDiscounts(db)]);
  assert.deepEqual(await Promise.all(customers.map(percentOff)), [10, 5, 0]);
  await setSteps({ 50: 50 }, second.accountId);
  assert.equal(await percentOff(second), 50, 'at once');
  await setSteps({}, second.accountId);
  await setSteps({});
  await applyVolumeDiscounts(db);
  assert.deepEqual(await Promise.all(customers.map(percentOff)), [0, 0, 0]);
});

test('a look at all accounts that was stopped is gone on with', async () => {
  const customer = await openCustomer(db);
  await setSteps({});
  await spend(customer, 100);
  await applyVolumeDiscounts(db);
  await setSteps({ 100: 5 });
  await applyVolumeDiscounts(db, AbortSignal.abort());
  assert.equal(await percentOff(customer), 0);
  assert.notEqual((await looksAt()).all_after, null);
  await applyVolumeDiscounts(db);
  assert.equal(await percentOff(customer), 5);
  assert.equal((await looksAt()).all_after, null);
});

test('a discount ends with the month', async () => {
  const customer = await openCustomer(db);
  await setSteps({ 100: 5 });
  await spend(customer, 100);
  await applyVolumeDiscounts(db);
  assert.equal(await percentOff(customer), 5);
  await db.pool.query('update tokens set day = day - 40');
  await applyVolumeDiscounts(db);
  assert.equal(await percentOff(customer), 5, 'nothing says that the month is over');
  await db.pool.query('update volume_progress set month = month - 40');
  await applyVolumeDiscounts(db);
  assert.equal(await percentOff(customer), 0);
});

test('a charge that is committed after later ones is not missed', async () => {
  const [early, late] = [await openCustomer(db), await openCustomer(db)];
  await setSteps({ 100: 5 });
  await applyVolumeDiscounts(db);
  const open = await db.pool.connect();
  await open.query('begin');
  await open.query(
    `insert into ledger_entries (account_id, kind, from_book, to_book, amount_micros, task_id)
     values ($1, 'settle', 'held', 'revenue', 100, gen_random_uuid())`,
    [early.accountId],
  );
  await open.query(
    `update tokens set month_micros = 100, day = (now() at time zone day_zone())::date where id = $1`,
    [early.tokenId],
  );
  await spend(late, 100);
  await applyVolumeDiscounts(db);
  assert.deepEqual([await percentOff(early), await percentOff(late)], [0, 0], 'the first may be lower');
  await open.query('commit');
  open.release();
  await applyVolumeDiscounts(db);
  assert.deepEqual([await percentOff(early), await percentOff(late)], [5, 5]);
  const { done_entry: done, newest } = await looksAt();
  assert.equal(done, newest);
});
