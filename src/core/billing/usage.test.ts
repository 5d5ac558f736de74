import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freshDatabase } from '../../../test/support/servers/database.ts';
import {
  endedClip,
  openCustomer,
  openToken,
  submitClip,
  type Customer,
} from '../../../test/support/setups/customers.ts';
import { createUser } from '../accounts/users.ts';
import { openDatabase, type Queryable } from '../../platform/db/open.ts';
import { readCatalogue } from '../catalogue/models/catalogue.ts';
import { refundTask } from './ledger.ts';
import { recentRecords, readUsage, type UsageFilter } from './usage.ts';

const db = openDatabase({ connectionString: await freshDatabase() });
test.after(() => db.close());

const may = { from: new Date('2026-05-01T00:00:00Z'), to: new Date('2026-06-01T00:00:00Z') };
const ever = { from: new Date(0), to: new Date('2999-01-01T00:00:00Z') };
const usage = (filter: Partial<UsageFilter>) => readUsage(db, { ...ever, by: [], ...filter });

/** A task that waited and ran for some seconds. */
async function clipAt(
  customer: Customer,
  created: string,
  { waitSeconds = 0, runSeconds = 0 } = {},
): Promise<void> {
  const task = await endedClip(db, customer);
  await db.pool.query(
    `update tasks set created_at = $2::timestamptz, started_at = $2::timestamptz + $3 * interval '1 s',
       finished_at = $2::timestamptz + ($3 + $4) * interval '1 s' where public_id = $1`,
    [task, created, waitSeconds, runSeconds],
  );
}

test('every task is a request, and only a successful one is charged, less what was refunded', async () => {
  const customer = await openCustomer(db);
  const { accountId } = customer;
  await endedClip(db, customer);
  const task = await endedClip(db, customer);
  await db.transaction(tx => refundTask(tx, task, { amountMicros: 30n, reason: 'blurred' }));
  await endedClip(db, customer, { end: { phase: 'failed' } });
  await endedClip(db, customer, { end: { phase: 'cancelled' } });
  await submitClip(db, customer);
  const [{ waitedSeconds: _, ranSeconds: __, ...line } = {}] = await usage({ accountId });
  assert.deepEqual(line, {
    keys: [],
    requests: 5,
    succeeded: 2,
    failed: 1,
    cancelled: 1,
    amountMicros: 200n,
    refundedMicros: 30n,
  });
});

test('a period begins with its first moment and ends before its last, by the time of the submit', async () => {
  const customer = await openCustomer(db);
  for (const created of [
    '2026-04-30T23:59:59.999999Z',
    '2026-05-01T00:00:00Z',
    '2026-05-31T23:59:59.999999Z',
    '2026-06-01T00:00:00Z',
  ])
    await clipAt(customer, created, { waitSeconds: 3600 });
  const days = await usage({ accountId: customer.accountId, ...may, by: ['day'] });
  assert.deepEqual(
    days.map(({ keys, requests }) => [...keys, requests]),
    [
      ['2026-05-01', 1],
      ['2026-05-31', 1],
    ],
  );
});

test('days are those of the server, whatever the time zone of the connection', async () => {
  const customer = await openCustomer(db);
  await clipAt(customer, '2026-05-10T23:30:00Z');
  const lines = await db.transaction(async tx => {
    await tx.query({ name: undefined, text: `set local time zone 'Asia/Shanghai'` });
    return readUsage(tx, { accountId: customer.accountId, ...may, by: ['day'] });
  });
  assert.deepEqual(lines[0]?.keys, ['2026-05-10']);
});

test('waits and runs are medians in seconds, and unknown if no task began', async () => {
  const customer = await openCustomer(db);
  await clipAt(customer, '2026-05-01T00:00:00Z', { waitSeconds: 1, runSeconds: 10 });
  await clipAt(customer, '2026-05-01T00:00:00Z', { waitSeconds: 2, runSeconds: 20 });
  await clipAt(customer, '2026-05-01T00:00:00Z', { waitSeconds: 300, runSeconds: 3000 });
  const [line] = await usage({ accountId: customer.accountId });
  assert.deepEqual([line?.waitedSeconds, line?.ranSeconds], [2, 20]);
  const idle = await openCustomer(db);
  await submitClip(db, idle);
  const [waiting] = await usage({ accountId: idle.accountId });
  assert.deepEqual(
    [waiting?.requests, waiting?.waitedSeconds, waiting?.ranSeconds],
    [1, undefined, undefined],
  );
});

test('a token without a user has no key for it, and an email address filters in any case', async () => {
  const { accountId, tokenId } = await openCustomer(db);
  const role = 'member';
  const user = await createUser(db, { accountId, email: 'Ada@Example.org', name: 'Ada', role, password: '' });
  const userId = user?.id;
  const userToken = await openToken(db, accountId, { name: 'own', userId });
  await endedClip(db, { accountId, tokenId });
  await endedClip(db, { accountId, tokenId: userToken }, { userId, micros: 7n });
  const lines = await usage({ accountId, by: ['user', 'token'] });
  assert.deepEqual(
    lines.map(({ keys, amountMicros }) => [...keys, amountMicros]),
    [
      ['ada@example.org', 'own', 7n],
      [null, 'one', 100n],
    ],
  );
  for (const filter of [{ user: 'ADA@example.ORG' }, { userId }, { token: 'own' }])
    assert.deepEqual(
      (await usage({ accountId, ...filter })).map(({ requests }) => requests),
      [1],
    );
});

test('without tasks, grouped usage is empty and the total is zero', async () => {
  const { accountId } = await openCustomer(db);
  assert.deepEqual(await usage({ accountId, by: ['model'] }), []);
  const [total] = await usage({ accountId });
  assert.deepEqual([total?.requests, total?.amountMicros, total?.refundedMicros], [0, 0n, 0n]);
});

test('figures of a model leave out cancelled tasks in the share, and all tasks of more than a week ago', async () => {
  const customer = await openCustomer(db);
  const { card, ...rest } = readCatalogue().findModel('sketch-short', 'video');
  const model = { ...rest, card: { ...card, id: 'alone' } };
  const old = await endedClip(db, customer, { model, end: { phase: 'failed' } });
  await db.pool.query(`update tasks set created_at = now() - interval '8 days' where public_id = $1`, [old]);
  for (const phase of ['succeeded', 'failed', 'cancelled'] as const)
    await endedClip(db, customer, { model, end: { phase } });
  await db.pool.query(`update tasks set finished_at = created_at + interval '5 s' where model = 'alone'`);
  assert.deepEqual((await recentRecords(db)).get('alone'), {
    requests: 3,
    successShare: 0.5,
    typicalSeconds: { VIDEO: { fast: 5 } },
  });
});

test('figures are read once for many callers, and again after a failure', async () => {
  let reads = 0;
  let isDown = true;
  const database: Queryable = {
    query: () => {
      reads += 1;
      return isDown ? Promise.reject(new Error('down')) : Promise.resolve([]);
    },
    hint: () => {},
  };
  await assert.rejects(recentRecords(database), /down/);
  isDown = false;
  reads = 0;
  await Promise.all([recentRecords(database), recentRecords(database)]);
  await recentRecords(database);
  assert.equal(reads, 2, 'one for the counts and one for the times');
});
