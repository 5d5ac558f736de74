import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../../../../test/support/servers/app.ts';
import { freshDatabase } from '../../../../test/support/servers/database.ts';
import { createAccount } from '../../accounts/accounts.ts';
import { createToken } from '../../accounts/change-token.ts';
import { readBalance, creditAccount } from '../../billing/ledger.ts';
import { quote } from '@kinora/shared/billing/quote';
import { reconcile } from '../../billing/reconcile.ts';
import { openDatabase } from '../../../platform/db/open.ts';
import { readCatalogue } from '../../catalogue/models/catalogue.ts';
import { viewTask } from '../read/task-view.ts';
import { submitTask, submitTasks } from './submit-task.ts';
import type { TaskRequest } from './task-request.ts';

const db = openDatabase({ connectionString: await freshDatabase() });
test.after(() => db.close());

const model = readCatalogue().findModel('sketch-short', 'video');
const price = quote(model.card, { parameters: {}, tier: 'fast' });
const limits = { maxWaiting: 100, currency: 'USD' };

let accounts = 0;
async function newRequest(tasksPaid: bigint): Promise<TaskRequest> {
  const account = await createAccount(db, `account ${++accounts}`);
  const accountId = account?.id ?? '';
  const amountMicros = price.amountMicros * tasksPaid;
  if (tasksPaid > 0n) await creditAccount(db, accountId, { kind: 'top_up', amountMicros, reason: 'a test' });
  const createdToken = await createToken(db, { accountId, group: 'video', name: 'one' });
  return {
    interface: 'video',
    accountId,
    tokenId: createdToken?.token.id ?? '',
    model,
    tier: 'fast',
    job: { kind: 'clip', prompt: 'a fox', seed: 1, width: 16, height: 16, exclude: [] },
    quote: price,
    action: 'VIDEO',
    prompt: 'a fox',
    wire: { aspectRatio: '1:1' },
    requestHash: 'hash',
  };
}

test('a submit creates a queued task and holds its price', async () => {
  const request = await newRequest(3n);
  const { publicId, existed: isRepeat } = await submitTask(db, request, limits);
  assert.equal(isRepeat, false);
  const task = await viewTask(db, publicId, 'video');
  assert.deepEqual(
    [task?.phase, task?.prompt, task?.action, task?.wire],
    ['queued', 'a fox', 'VIDEO', { aspectRatio: '1:1' }],
  );
  const balance = await readBalance(db, request.accountId);
  assert.deepEqual(balance, { availableMicros: price.amountMicros * 2n, heldMicros: price.amountMicros });
});

test('a task without sufficient balance is not created, and nothing is held', async () => {
  const request = await newRequest(0n);
  await assert.rejects(submitTask(db, request, limits), { code: 'insufficient_balance' });
  assert.deepEqual(await readBalance(db, request.accountId), { availableMicros: 0n, heldMicros: 0n });
});

test('a repeated idempotency key returns the first task, and conflicts with a different request', async () => {
  const request = { ...(await newRequest(2n)), idempotencyKey: 'key' };
  const first = await submitTask(db, request, limits);
  const repeat = await submitTask(db, request, limits);
  assert.deepEqual([repeat.publicId, repeat.existed], [first.publicId, true]);
  assert.equal((await readBalance(db, request.accountId))?.heldMicros, price.amountMicros);
  await assert.rejects(submitTask(db, { ...request, requestHash: 'other' }, limits), {
    code: 'idempotency_conflict',
  });
});

test('several tasks are created together or not at all', async () => {
  const request = await newRequest(1n);
  await assert.rejects(submitTasks(db, [request, request], limits), { code: 'insufficient_balance' });
  assert.equal((await readBalance(db, request.accountId))?.heldMicros, 0n);
});

test('tasks that are submitted together note the last turn of each of their tiers', async () => {
  const request = await newRequest(15n);
  const tiers = ['turbo', 'fast', 'relax'] as const;
  for (let times = 0; times < 5; times++)
    await submitTasks(
      db,
      tiers.map(tier => ({ ...request, tier })),
      limits,
    );
  const { rows } = await db.pool.query(
    `select tier_rank, max(turn)::int as last,
       pg_sequence_last_value(('task_turns_' || tier_rank)::regclass)::int as noted
     from task_queue
     group by tier_rank
     order by tier_rank`,
  );
  assert.deepEqual(
    rows.map(({ tier_rank, noted: notedTurn }) => [tier_rank, notedTurn]),
    rows.map(({ last }, index) => [index + 1, last]),
  );
  assert.ok(rows.length === 3 && rows.every(({ last }) => last >= 4));
});

test('a turn that is noted late does not set the highest turn back', async () => {
  const [blocking, noting] = [await db.pool.connect(), await db.pool.connect()];
  try {
    const last = async () => {
      const { rows } = await db.pool.query(`select pg_sequence_last_value('task_turns_1')::int as last`);
      return Number(rows[0].last);
    };
    await blocking.query('select pg_advisory_lock(4044, 1)');
    const { rows } = await noting.query('select pg_backend_pid() as pid');
    const note = noting.query('select note_turn(1, 1001)');
    // It has seen that its turn is higher, and waits to write it.
    const waiting = `select from pg_locks where pid = $1 and locktype = 'advisory' and not granted`;
    await until(
      () => db.pool.query(waiting, [rows[0].pid]),
      ({ rowCount }) => rowCount === 1,
    );
    await blocking.query(`select setval('task_turns_1', 1002), pg_advisory_unlock(4044, 1)`);
    await note;
    assert.equal(await last(), 1002);
  } finally {
    blocking.release();
    noting.release();
  }
});

test('a full queue rejects the next task', async () => {
  const request = await newRequest(3n);
  await submitTask(db, request, { ...limits, maxWaiting: 1 });
  await assert.rejects(submitTask(db, request, { ...limits, maxWaiting: 1 }), { code: 'queue_full' });
});

test('a task that waits for its modal holds nothing', async () => {
  const request = { ...(await newRequest(1n)), waitSeconds: 60 };
  const { publicId } = await submitTask(db, request, limits);
  assert.equal((await viewTask(db, publicId, 'video'))?.phase, 'waiting');
  assert.equal((await readBalance(db, request.accountId))?.heldMicros, 0n);
});

test('the limit of tasks that wait for a modal holds for concurrent submits', async () => {
  const request = { ...(await newRequest(0n)), waitSeconds: 60 };
  const burst = await Promise.allSettled(
    Array.from({ length: 60 }, () => submitTask(db, request, { ...limits, maxWaiting: 10 })),
  );
  assert.equal(burst.filter(({ status }) => status === 'fulfilled').length, 10);
  const { rows } = await db.pool.query(
    `select count(*)::int as waiting from tasks where account_id = $1 and phase = 'waiting'`,
    [request.accountId],
  );
  assert.equal(rows[0].waiting, 10);
});

test('reconcile reports an open task that is missing from the queue', async () => {
  const { publicId } = await submitTask(db, await newRequest(1n), limits);
  const place = 'from task_queue where public_id = $1';
  const { rows } = await db.pool.query(`select * ${place}`, [publicId]);
  await db.pool.query(`delete ${place}`, [publicId]);
  assert.match((await reconcile(db)).join(), new RegExp(`Task ${publicId}: an open task needs one place`));
  const columns = Object.keys(rows[0]);
  const values = columns.map((_, index) => `$${index + 1}`);
  await db.pool.query(
    `insert into task_queue (${columns.join(', ')}) values (${values.join(', ')})`,
    columns.map(column => rows[0][column]),
  );
});

test('the books of all these accounts add up', async () => {
  assert.deepEqual(await reconcile(db), []);
});
