import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freshDatabase } from '../../../../test/support/servers/database.ts';
import { openCustomer, submitClip, type OrderChanges } from '../../../../test/support/setups/customers.ts';
import { openDatabase } from '../../../platform/db/open.ts';
import { statement } from '../../../platform/db/statement.ts';
import { keyOfAwaited, openAwaitedRequests, type AwaitedRequest } from '../submit/awaited-requests.ts';
import { viewTask } from '../read/task-view.ts';
import { cancelDue } from './cancel-due.ts';

const db = openDatabase({ connectionString: await freshDatabase() });
test.after(() => db.close());

const terms = { retentionHours: 24, onHangUp: 'cancel-queued' } as const;

const customer = await openCustomer(db);
const submit = (changes: OrderChanges = {}) => submitClip(db, customer, changes);

async function stateOf(publicId: string) {
  const task = await viewTask(db, publicId, 'video');
  return [task?.phase, task?.error?.code, task?.chargedMicros];
}

async function heldMicros(): Promise<bigint | undefined> {
  const held = statement('test_held', 'select held_micros from tokens where id = $1');
  const [row] = await db.query<{ held_micros: bigint }>(held, [customer.tokenId]);
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
  assert.deepEqual(await stateOf(late), ['cancelled', 'start_late', 0n]);
  assert.deepEqual((await viewTask(db, late, 'video'))?.error?.details, { seconds: -10 });
  assert.deepEqual(await stateOf(patient), ['queued', undefined, undefined]);
  assert.deepEqual(await stateOf(usual), ['queued', undefined, undefined]);
  assert.equal(await heldMicros(), before - 100n);
});

let hashes = 0;
/** A request that waits for its task, as another process would have it. */
async function awaitedTask() {
  const requestHash = `request ${(hashes += 1)}`;
  const requests = openAwaitedRequests(db);
  const identity = { tokenId: customer.tokenId, requestHash, isRepeat: false };
  const awaited: AwaitedRequest = await requests.begin(identity);
  const task = await submit({ requestHash, idempotencyKey: keyOfAwaited(awaited) });
  return { requests, awaited, identity, task };
}

const tenSecondsLater = () =>
  db.pool.query(`update awaited_requests set cancel_at = cancel_at - interval '11 s'`);

test('a process that dies after a client has hung up leaves the cancel to the others', async () => {
  const { requests, awaited, task } = await awaitedTask();
  await requests.hungUp(awaited);
  await cancelDue(db, terms);
  assert.deepEqual(await stateOf(task), ['queued', undefined, undefined]);
  await tenSecondsLater();
  await Promise.all([cancelDue(db, terms), cancelDue(db, terms)]);
  assert.deepEqual(await stateOf(task), ['cancelled', 'cancelled', 0n]);
  const { rowCount } = await db.pool.query('select from awaited_requests where id = $1', [awaited.id]);
  assert.equal(rowCount, 0);
});

test('a repeat in time keeps the task, and so does an operator who wants that', async () => {
  const joined = await awaitedTask();
  await joined.requests.hungUp(joined.awaited);
  const repeat = await joined.requests.join(joined.identity);
  const kept = await awaitedTask();
  await kept.requests.hungUp(kept.awaited);
  await tenSecondsLater();
  await cancelDue(db, { ...terms, onHangUp: 'keep' });
  assert.deepEqual(await stateOf(joined.task), ['queued', undefined, undefined]);
  assert.deepEqual(await stateOf(kept.task), ['queued', undefined, undefined]);
  assert.ok(repeat);
  await joined.requests.answered(repeat);
});

test('work that has started goes on, and can still be joined, unless the operator wants it cancelled', async () => {
  const { requests, awaited, identity, task } = await awaitedTask();
  await db.pool.query(
    `with begun as (delete from task_queue where public_id = $1 returning *)
     insert into task_runs (task_id, public_id, account_id, model, engine, tier_rank, turn, phase, attempt, tries, lost_attempts, has_hook, start_key)
     select task_id, public_id, account_id, model, 'sketch', tier_rank, turn, 'running', 1, 0, 0, false, 'key' from begun`,
    [task],
  );
  await requests.hungUp(awaited);
  await tenSecondsLater();
  await cancelDue(db, terms);
  assert.deepEqual(await stateOf(task), ['running', undefined, undefined]);
  assert.ok(await requests.join(identity));
  await requests.hungUp({ ...awaited, turn: awaited.turn + 1 });
  await tenSecondsLater();
  await cancelDue(db, { ...terms, onHangUp: 'cancel' });
  const { rows } = await db.pool.query('select cancel_requested from task_runs where public_id = $1', [task]);
  assert.deepEqual(rows, [{ cancel_requested: true }]);
});
