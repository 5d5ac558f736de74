import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freshDatabase } from '../../../test/support/servers/database.ts';
import { endedClip, openCustomer, submitClip, type TaskEnd } from '../../../test/support/setups/customers.ts';
import { refundTask } from '../billing/ledger.ts';
import { openDatabase } from '../../platform/db/open.ts';
import { cancelTask } from '../tasks/work/cancel-task.ts';
import { listLostWork, readMargin, type MarginKey } from './margin.ts';

const db = openDatabase({ connectionString: await freshDatabase() });
test.after(() => db.close());

const customer = await openCustomer(db);
const allTime = { from: new Date(0), to: new Date('2999-01-01T00:00:00Z') };

async function taskOn(engine: string, cost: number | null, end: TaskEnd = { phase: 'succeeded' }) {
  const task = await endedClip(db, customer, { end: { ...end, engine } });
  await db.pool.query('update tasks set cost_micros = $2 where public_id = $1', [task, cost]);
  return task;
}
const readLines = async (engine: string, groupKeys: readonly MarginKey[] = ['engine'], period = allTime) =>
  (await readMargin(db, { by: groupKeys, ...period })).filter(
    ({ keys }) => keys[groupKeys.indexOf('engine')] === engine,
  );

test('refunds reduce what was charged, and the cost of tasks without a result is lost', async () => {
  const refundedTask = await taskOn('gpu', 10);
  await db.transaction(tx => refundTask(tx, refundedTask, { amountMicros: 30n, reason: 'blurred' }));
  await taskOn('gpu', 10);
  await taskOn('gpu', 7, { phase: 'failed' });
  await taskOn('gpu', 5, { phase: 'cancelled' });
  assert.deepEqual(await readLines('gpu'), [
    { keys: ['gpu'], tasks: 4, chargedMicros: 170n, costMicros: 32n, lostMicros: 12n },
  ]);
});

test('a task whose cost is not known counts with its charge and without cost', async () => {
  await taskOn('free', null);
  assert.deepEqual(await readLines('free'), [
    { keys: ['free'], tasks: 1, chargedMicros: 100n, costMicros: 0n, lostMicros: 0n },
  ]);
});

test('a period begins with its first moment and ends before its last, by the day of the end', async () => {
  for (const endTime of [
    '2026-04-30T23:59:59.999Z',
    '2026-05-01T00:00:00Z',
    '2026-05-31T23:59:59.999Z',
    '2026-06-01T00:00:00Z',
  ]) {
    const task = await taskOn('may', 1);
    await db.pool.query('update tasks set finished_at = $2 where public_id = $1', [task, endTime]);
  }
  const may = { from: new Date('2026-05-01T00:00:00Z'), to: new Date('2026-06-01T00:00:00Z') };
  assert.deepEqual(
    (await readLines('may', ['day', 'engine'], may)).map(({ keys, tasks }) => [...keys, tasks]),
    [
      ['2026-05-01', 'may', 1],
      ['2026-05-31', 'may', 1],
    ],
  );
});

test('a task that no engine had is in no line', async () => {
  const before = await readMargin(db, { by: ['model'], ...allTime });
  const publicId = await submitClip(db, customer);
  const { accountId } = customer;
  await cancelTask(db, { publicId, accountId, interface: 'video', retentionHours: 1 });
  assert.deepEqual(await readMargin(db, { by: ['model'], ...allTime }), before);
});

test('lost work is what an engine was paid for and no client got, newest first', async () => {
  const [older, newer] = [
    await taskOn('lossy', 7, { phase: 'failed', code: 'timeout' }),
    await taskOn('lossy', 5, { phase: 'cancelled' }),
  ];
  await taskOn('lossy', 9);
  await taskOn('lossy', 0, { phase: 'failed' });
  await taskOn('lossy', null, { phase: 'failed' });
  const lostWork = (await listLostWork(db, new Date(0), 2)).map(({ task, engine, code, costMicros }) => [
    task,
    engine,
    code,
    costMicros,
  ]);
  assert.deepEqual(lostWork, [
    [newer, 'lossy', 'engine_error', 5n],
    [older, 'lossy', 'timeout', 7n],
  ]);
  assert.deepEqual(await listLostWork(db, allTime.to, 2), []);
});
