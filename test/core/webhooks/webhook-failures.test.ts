/** Failures on the way to a webhook's receiver: the final event is delivered, or visibly given up. */
import assert from 'node:assert/strict';
import { before, beforeEach, test } from 'node:test';
import type { Database } from '../../../src/platform/db/open.ts';
import { statement } from '../../../src/platform/db/statement.ts';
import { AppError } from '@kinora/shared/errors/errors';
import { newRowId } from '../../../src/platform/lib/id.ts';
import { redeliverHook } from '../../../src/core/webhooks/redeliver-hook.ts';
import { until } from '../../support/servers/app.ts';
import { startHookReceiver, type HookReceiver } from '../../support/clients/hook-receiver.ts';
import {
  accountId,
  listAttempts,
  waitForHookEnd,
  findHook,
  waitForHook,
  move,
  newTask,
  openHookedTasks,
  startDeliverer,
  waitForAttempts,
  deliverNow,
  watchDatabase,
} from '../../support/crashes/hooked-tasks.ts';

let db: Database;
let receiver: HookReceiver;

before(async () => {
  db = await openHookedTasks();
});

beforeEach(async () => {
  receiver = await startHookReceiver();
});

const listStates = (publicId: string) =>
  receiver.hooks
    .filter(({ record }) => record.id === publicId)
    .map(({ record }) => `${record.phase} ${record.progress}`);

test('a failed message is superseded by the next state, and the final event is retried until accepted', async t => {
  const deliverer = await startDeliverer(t);
  const id = await newTask(receiver.url);
  const answers = [500, 0, 302, 503, 204];
  receiver.answer = () => answers.shift() ?? 200;
  await move(id, 'starting');
  await waitForAttempts(id, 1);
  await move(id, 'succeeded', 100);
  for (const tries of [1, 2, 3]) {
    const hook = await waitForHook(id, candidate => candidate.tries === tries && !candidate.leased);
    assert.ok(hook.waits, 'it waits after a failure');
    await deliverNow(id, deliverer);
  }
  assert.equal((await waitForHookEnd(id)).ending, 'told');
  assert.deepEqual(listStates(id), ['starting 0', ...Array.from({ length: 4 }, () => 'succeeded 100')]);
  assert.equal(
    new Set(receiver.hooks.slice(1).map(message => message.id)).size,
    1,
    'every attempt has the same id',
  );
  assert.ok(
    receiver.hooks.every(({ path }) => path === '/'),
    'redirects are not followed',
  );
  assert.deepEqual(
    (await listAttempts(id)).map(({ status, error }) => status ?? error),
    [500, 'unreachable', 302, 503, 204],
  );
});

test('a final event that no receiver accepts is given up, and redelivered on request under the same id', async t => {
  const deliverer = await startDeliverer(t);
  const id = await newTask(receiver.url);
  receiver.answer = () => 500;
  await move(id, 'failed');
  for (let tries = 1; tries <= 6; tries++) {
    await waitForHook(id, candidate => candidate.tries === tries && !candidate.leased);
    await deliverNow(id, deliverer);
  }
  const hook = await waitForHookEnd(id);
  assert.equal(hook.ending, 'given_up');
  receiver.answer = () => 200;
  assert.equal(await redeliverHook(db, hook.id, newRowId()), false, 'another account has no such webhook');
  assert.equal(await redeliverHook(db, hook.id, accountId), true);
  assert.equal((await waitForHookEnd(id)).ending, 'told');
  assert.equal(receiver.hooks.length, 8);
  assert.equal(new Set(receiver.hooks.map(message => message.id)).size, 1);
});

test('a receiver that answers 410 gets no further messages', async t => {
  const deliverer = await startDeliverer(t);
  const [goneTask, otherTask] = [await newTask(receiver.url), await newTask(receiver.url)];
  receiver.answer = ({ record }) => (record.id === goneTask ? 410 : 200);
  await move(goneTask, 'starting');
  assert.equal((await waitForHookEnd(goneTask)).ending, 'gone');
  await move(goneTask, 'succeeded', 100);
  deliverer.wake();
  await move(otherTask, 'succeeded', 100);
  await waitForHookEnd(otherTask);
  assert.deepEqual(listStates(goneTask), ['starting 0']);
});

test('after a kill between the request and its record, the message is sent again under the same id', async t => {
  const id = await newTask(receiver.url);
  const dead = Promise.withResolvers<void>();
  let isDead = false;
  const dyingDatabase = watchDatabase(({ name }) => {
    isDead ||= name === 'note_hook_attempt';
    if (!isDead) return;
    dead.resolve();
    throw new Error('killed');
  });
  await startDeliverer(t, dyingDatabase);
  await move(id, 'succeeded', 100);
  await dead.promise;
  assert.ok((await findHook(id))?.leased, 'no other deliverer takes it until the lease expires');
  await deliverNow(id, await startDeliverer(t));
  await waitForHookEnd(id);
  const [first, second] = receiver.hooks;
  assert.equal(first?.id, second?.id);
});

test('after long failure deliveries pause for a while, then resume', async t => {
  const deliverer = await startDeliverer(t);
  const origin = receiver.url;
  await db.query(
    statement(
      'test_failures',
      `insert into hook_failures (account_id, origin, failures, failing_since) values ($1, $2, 19, now() - interval '2 hours')`,
    ),
    [accountId, origin],
  );
  receiver.answer = () => 500;
  const [lastTask, skippedTask] = [await newTask(receiver.url), await newTask(receiver.url)];
  await move(lastTask, 'failed');
  await waitForAttempts(lastTask, 1);
  await move(skippedTask, 'failed');
  assert.equal((await waitForAttempts(skippedTask, 1))[0].error, 'switched_off');
  assert.equal(receiver.hooks.length, 1);
  const failing = statement('test_failing', 'select failures from hook_failures where origin = $1');
  assert.deepEqual(
    await db.query(failing, [origin]),
    [{ failures: 20 }],
    'a skipped delivery is not a failure',
  );

  receiver.answer = () => 200;
  await db.query(statement('test_on', 'update hook_failures set off_until = now() where origin = $1'), [
    origin,
  ]);
  await deliverNow(skippedTask, deliverer);
  await waitForHookEnd(skippedTask);
  assert.deepEqual(await db.query(failing, [origin]), [], 'a success resets the failures');
});

test('no delivery is lost while the database is down', async t => {
  let isAway = true;
  const refusal = Promise.withResolvers<void>();
  const flaky = watchDatabase(() => {
    if (!isAway) return;
    refusal.resolve();
    throw new AppError('database_unavailable');
  });
  await startDeliverer(t, flaky);
  const id = await newTask(receiver.url);
  await move(id, 'succeeded', 100);
  await refusal.promise;
  isAway = false;
  assert.equal((await waitForHookEnd(id)).ending, 'told');
});

test('a delivery in progress at shutdown is released for the next deliverer', async t => {
  const stopping = await startDeliverer(t);
  const id = await newTask(receiver.url);
  receiver.answer = () => (receiver.hooks.length === 1 ? new Promise<never>(() => {}) : 200);
  await move(id, 'succeeded', 100);
  await until(
    async () => receiver.hooks.length,
    count => count === 1,
  );
  await stopping.stop();
  assert.equal((await findHook(id))?.leased, false);
  await startDeliverer(t);
  assert.equal((await waitForHookEnd(id)).ending, 'told');
});
