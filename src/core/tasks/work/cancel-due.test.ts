import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freshDatabase } from '../../../../test/support/servers/database.ts';
import { openCustomer, submitClip, type OrderChanges } from '../../../../test/support/setups/customers.ts';
import { stopAt } from '../../../../test/support/setups/stop-at.ts';
import { openDatabase } from '../../../platform/db/open.ts';
import { statement } from '../../../platform/db/statement.ts';
import { awaitedRequestKey, openAwaitedRequests, type AwaitedRequest } from '../submit/awaited-requests.ts';
import { viewTask } from '../read/task-view.ts';
import { cancelDue } from './cancel-due.ts';
import { openTaskStore } from './task-store.ts';

const db = openDatabase({ connectionString: await freshDatabase() });
test.after(() => db.close());

const terms = { retentionHours: 24, onHangUp: 'cancel-queued' } as const;

const customer = await openCustomer(db);
const submit = (changes: OrderChanges = {}) => submitClip(db, customer, changes);

async function readState(publicId: string) {
  const task = await viewTask(db, publicId, 'video');
  return [task?.phase, task?.error?.code, task?.chargedMicros];
}

async function heldMicros(): Promise<bigint | undefined> {
  const selectHeldMicros = statement('test_held', 'select held_micros from tokens where id = $1');
  const [row] = await db.query<{ held_micros: bigint }>(selectHeldMicros, [customer.tokenId]);
  return row?.held_micros;
}

test('a task that has not started in the time that its request allows is cancelled, uncharged', async () => {
  const [late, patient, usual] = [
    await submit({ startSeconds: 30 }),
    await submit({ startSeconds: 3000 }),
    await submit(),
  ];
  const before = (await heldMicros()) ?? 0n;
  await db.pool.query(`update task_queue set start_by = start_by - interval '40 s'`);
  await cancelDue(db, terms);
  assert.deepEqual(await readState(late), ['cancelled', 'start_late', 0n]);
  assert.deepEqual((await viewTask(db, late, 'video'))?.error?.details, { seconds: -10 });
  assert.deepEqual(await readState(patient), ['queued', undefined, undefined]);
  assert.deepEqual(await readState(usual), ['queued', undefined, undefined]);
  assert.equal(await heldMicros(), before - 100n);
});

const store = openTaskStore(db);

/** A worker takes the task. `isStarting`: it begins with that. */
async function lease(publicId: string, { isStarting = false } = {}) {
  const { rows } = await db.pool.query('select id, model from tasks where public_id = $1', [publicId]);
  const [leasedTask] = await store.lease({
    engine: 'sketch',
    owner: 'worker',
    limit: 1,
    leaseMs: 60_000,
    maxRuns: undefined,
    generation: undefined,
    isStarting,
    tasks: [{ taskId: rows[0].id, routing: undefined }],
    routes: [{ model: rows[0].model, timeoutSeconds: 60, fromTurns: [0n, 0n, 0n] }],
  });
  assert.ok(leasedTask);
  return leasedTask.lease;
}

const giveBack = { delayMs: 0, counted: false, attemptLost: false };

for (const isStarting of [true, false])
  test(`a task that returns to the queue ${isStarting ? 'because its engine did not begin it' : 'before its start'} still has to start in time`, async () => {
    const task = await submit({ startSeconds: 30 });
    assert.ok(
      await store.moveToQueued(await lease(task, { isStarting }), { ...giveBack, isNotStarted: true }),
    );
    await cancelDue(db, terms);
    assert.deepEqual(await readState(task), ['queued', undefined, undefined]);
    await db.pool.query(`update task_queue set start_by = start_by - interval '40 s'`);
    await cancelDue(db, terms);
    assert.deepEqual(await readState(task), ['cancelled', 'start_late', 0n]);
  });

test('a task that is tried again has started in time', async () => {
  const task = await submit({ startSeconds: 30 });
  assert.ok(
    await store.moveToQueued(await lease(task, { isStarting: true }), { ...giveBack, counted: true }),
  );
  await db.pool.query(`update task_queue set start_by = start_by - interval '40 s'`);
  await cancelDue(db, terms);
  assert.deepEqual(await readState(task), ['queued', undefined, undefined]);
});

let hashes = 0;
/** A request that waits for its task, as another process would have it. */
async function awaitedTask() {
  const requestHash = `request ${(hashes += 1)}`;
  const requests = openAwaitedRequests(db);
  const identity = { tokenId: customer.tokenId, requestHash, isRepeat: false };
  const awaitedRequest: AwaitedRequest = await requests.begin(identity);
  const task = await submit({ requestHash, idempotencyKey: awaitedRequestKey(awaitedRequest) });
  return { requests, awaitedRequest, identity, task };
}

const tenSecondsLater = () =>
  db.pool.query(`update awaited_requests set cancel_at = cancel_at - interval '11 s'`);

test('a process that dies after a client has hung up leaves the cancel to the others', async () => {
  const { requests, awaitedRequest, task } = await awaitedTask();
  await requests.recordHangUp(awaitedRequest);
  await cancelDue(db, terms);
  assert.deepEqual(await readState(task), ['queued', undefined, undefined]);
  await tenSecondsLater();
  await Promise.all([cancelDue(db, terms), cancelDue(db, terms)]);
  assert.deepEqual(await readState(task), ['cancelled', 'cancelled', 0n]);
  const { rowCount } = await db.pool.query('select from awaited_requests where id = $1', [awaitedRequest.id]);
  assert.equal(rowCount, 0);
});

test('a request with a key hangs up like any other, unless another one with it waits, and its key is free afterwards', async () => {
  const requests = openAwaitedRequests(db);
  const identity = {
    tokenId: customer.tokenId,
    requestHash: 'a keyed request',
    taskKey: 'one key',
    isRepeat: false,
  };
  const [first, second] = [await requests.begin(identity), await requests.begin(identity)];
  const keyFields = { requestHash: identity.requestHash, idempotencyKey: identity.taskKey };
  const task = await submit(keyFields);
  await requests.recordHangUp(first);
  await tenSecondsLater();
  await cancelDue(db, terms);
  assert.deepEqual(await readState(task), ['queued', undefined, undefined]);
  await requests.recordHangUp(second);
  await tenSecondsLater();
  await cancelDue(db, terms);
  assert.deepEqual(await readState(task), ['cancelled', 'cancelled', 0n]);
  assert.notEqual(await submit(keyFields), task);
});

test('a repeat in time keeps the task, and so does an operator who wants that', async () => {
  const joined = await awaitedTask();
  await joined.requests.recordHangUp(joined.awaitedRequest);
  const repeat = await joined.requests.join(joined.identity);
  const keptSubmit = await awaitedTask();
  await keptSubmit.requests.recordHangUp(keptSubmit.awaitedRequest);
  await tenSecondsLater();
  await cancelDue(db, { ...terms, onHangUp: 'keep' });
  assert.deepEqual(await readState(joined.task), ['queued', undefined, undefined]);
  assert.deepEqual(await readState(keptSubmit.task), ['queued', undefined, undefined]);
  assert.ok(repeat);
  await joined.requests.recordAnswer(repeat);
});

test('work that has started goes on, and can still be joined, unless the operator wants it cancelled', async () => {
  const { requests, awaitedRequest, identity, task } = await awaitedTask();
  await db.pool.query(
    `with removed_place as (
       -- The task as if it were leased.
       delete from task_queue where public_id = $1 returning *
     )
     insert into task_runs (
       task_id, public_id, account_id, model, engine, tier_rank, turn, phase, attempt, tries, lost_attempts,
       has_hook, start_key
     )
     select task_id, public_id, account_id, model, 'sketch', tier_rank, turn, 'running', 1, 0, 0, false, 'key'
     from removed_place`,
    [task],
  );
  await requests.recordHangUp(awaitedRequest);
  await tenSecondsLater();
  await cancelDue(db, terms);
  assert.deepEqual(await readState(task), ['running', undefined, undefined]);
  assert.ok(await requests.join(identity));
  await requests.recordHangUp({ ...awaitedRequest, turn: awaitedRequest.turn + 1 });
  await tenSecondsLater();
  await cancelDue(db, { ...terms, onHangUp: 'cancel' });
  const { rows } = await db.pool.query('select cancel_requested from task_runs where public_id = $1', [task]);
  assert.deepEqual(rows, [{ cancel_requested: true }]);
});

test('work that starts at the moment at which it would be cancelled as queued goes on', async () => {
  const { requests, awaitedRequest, task } = await awaitedTask();
  const before = await heldMicros();
  await requests.recordHangUp(awaitedRequest);
  await tenSecondsLater();
  const deciding = stopAt('cancel a task');
  const cancelling = cancelDue(db, terms);
  await deciding.arrival;
  const taskLease = await lease(task, { isStarting: true });
  deciding.resume();
  await cancelling;
  assert.deepEqual(await readState(task), ['starting', undefined, undefined]);
  assert.equal(
    (await store.renew('worker', [taskLease.taskId], 60_000)).get(taskLease.taskId)?.cancelRequested,
    false,
  );
  assert.equal(await heldMicros(), before);
  const { rows } = await db.pool.query('select cancel_at from awaited_requests where id = $1', [
    awaitedRequest.id,
  ]);
  assert.deepEqual(rows, [{ cancel_at: null }]);
});

test('a task that a worker has and gives back without a start is cancelled then', async () => {
  const { requests, awaitedRequest, task } = await awaitedTask();
  await requests.recordHangUp(awaitedRequest);
  await tenSecondsLater();
  const taskLease = await lease(task);
  await cancelDue(db, terms);
  assert.deepEqual(await readState(task), ['queued', undefined, undefined]);
  assert.ok(await store.moveToQueued(taskLease, { ...giveBack, isNotStarted: true }));
  await tenSecondsLater();
  await cancelDue(db, terms);
  assert.deepEqual(await readState(task), ['cancelled', 'cancelled', 0n]);
});
