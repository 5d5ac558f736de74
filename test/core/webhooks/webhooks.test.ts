/** Webhooks receive the states of their tasks, each once and in order. */
import assert from 'node:assert/strict';
import { before, beforeEach, test } from 'node:test';
import { inspect } from 'node:util';
import { openChangeFeed } from '../../../src/platform/db/change-feed.ts';
import { systemClock } from '@kinora/shared/clock';
import type { Database } from '../../../src/platform/db/open.ts';
import { statement } from '../../../src/platform/db/statement.ts';
import { maxPerOrigin, openHookStore } from '../../../src/core/webhooks/hook-store.ts';
import { rankProgress, rankOfTask } from '../../../src/core/webhooks/rank.ts';
import { sign } from '../../../src/core/webhooks/sign.ts';
import { until } from '../../support/servers/app.ts';
import { startHookReceiver, type HookReceiver } from '../../support/clients/hook-receiver.ts';
import {
  listAttempts,
  waitForHookEnd,
  findHook,
  move,
  newTask,
  openHookedTasks,
  startDeliverer,
  waitForAttempts,
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

test('a webhook receives each change once and in order, except the state that the submit already returned', async t => {
  await startDeliverer(t);
  const id = await newTask(receiver.url);
  const way = [
    ['starting', 0],
    ['running', 0],
    ['running', 40],
    ['succeeded', 100],
  ] as const;
  for (const [index, [phase, progress]] of way.entries()) {
    // A record does not distinguish saving from running.
    if (phase === 'succeeded') await move(id, 'saving', 40);
    await move(id, phase, progress);
    await waitForAttempts(id, index + 1);
  }
  assert.equal((await waitForHookEnd(id)).ending, 'told');
  assert.deepEqual(listStates(id), ['starting 0', 'running 0', 'running 40', 'succeeded 100']);
  assert.equal(new Set(receiver.hooks.map(message => message.id)).size, 4);
});

test('a webhook that has delivered the newest state is not leased again', async t => {
  const deliverer = await startDeliverer(t);
  const id = await newTask(receiver.url);
  await move(id, 'starting');
  await waitForAttempts(id, 1);
  await deliverer.stop();
  const take = { limit: 1, leaseMs: 1000, except: [], busy: {}, publicIds: [id] };
  const store = openHookStore(db, 'another');
  assert.deepEqual(await store.lease(take), []);
  await move(id, 'running');
  assert.equal((await store.lease(take)).length, 1);
});

test('the database and the deliverer agree on the order of states', async () => {
  const standings = [
    'waiting',
    'queued',
    'starting',
    'running',
    'saving',
    'succeeded',
    'failed',
    'cancelled',
  ].map((phase, index) => ({ phase, progress: 10 * index }));
  const selectRanks = statement(
    'test_ranks',
    `select ${rankOfTask} as rank from jsonb_to_recordset($1::jsonb) as tasks(phase text, progress int)`,
  );
  const rows = await db.query<{ rank: number }>(selectRanks, [JSON.stringify(standings)]);
  assert.deepEqual(
    rows.map(({ rank }) => rank),
    standings.map(rankProgress),
  );
});

test("a message is the record with the submit's base URL and language, signed with the account's secret", async t => {
  await startDeliverer(t);
  const id = await newTask(`${receiver.url}/notify?key=k`);
  await move(id, 'failed');
  await waitForHookEnd(id);
  const [message] = receiver.hooks;
  assert.ok(message);
  assert.equal(message.path, '/notify?key=k');
  assert.equal(message.headers['content-type'], 'application/json');
  assert.deepEqual(message.record, {
    id,
    phase: 'failed',
    progress: 0,
    baseUrl: 'https://pictures.example',
    language: 'zh',
  });
  const [{ webhook_secret: secret }] = (await db.query<any>(
    statement('test_secret', 'select webhook_secret from accounts'),
  )) as [any];
  assert.equal(secret.length, 32);
  const timestampSeconds = Number(message.headers['webhook-timestamp']);
  assert.equal(
    message.headers['webhook-signature'],
    sign([secret], { id: message.id, timestampSeconds, body: message.body })['webhook-signature'],
  );
});

test('a slow receiver gets fewer messages, one at a time, and never an older state', async t => {
  await startDeliverer(t);
  const id = await newTask(receiver.url);
  const first = Promise.withResolvers<number>();
  receiver.answer = ({ record }) => (record.phase === 'starting' ? first.promise : 200);
  await move(id, 'starting');
  await until(
    async () => receiver.hooks.length,
    count => count === 1,
  );
  for (let progress = 0; progress < 100; progress += 10) await move(id, 'running', progress);
  // Queued again after a failure, which is behind the delivered state.
  await move(id, 'queued');
  await move(id, 'running', 95);
  first.resolve(200);
  await waitForAttempts(id, 2);
  await move(id, 'succeeded', 100);
  await waitForHookEnd(id);
  assert.deepEqual(listStates(id), ['starting 0', 'running 95', 'succeeded 100']);
  assert.equal(receiver.mostAtOnce, 1);
});

test('a task that falls back sends no messages for states that were already delivered', async t => {
  await startDeliverer(t);
  const id = await newTask(receiver.url);
  await move(id, 'running', 60);
  await waitForAttempts(id, 1);
  for (const [phase, progress] of [
    ['queued', 0],
    ['starting', 0],
    ['running', 60],
  ] as const)
    await move(id, phase, progress);
  await move(id, 'running', 70);
  await waitForAttempts(id, 2);
  await move(id, 'cancelled');
  await waitForHookEnd(id);
  assert.deepEqual(listStates(id), ['running 60', 'running 70', 'cancelled 0']);
});

test('two deliverers send each state of each task once', async t => {
  const deliverers = [await startDeliverer(t), await startDeliverer(t)];
  const ids = await Promise.all(Array.from({ length: 20 }, () => newTask(receiver.url)));
  for (const state of ['starting', 'running', 'succeeded']) {
    await Promise.all(ids.map(id => move(id, state)));
    for (const deliverer of deliverers) deliverer.wake();
  }
  await Promise.all(ids.map(waitForHookEnd));
  assert.equal(new Set(receiver.hooks.map(message => message.id)).size, receiver.hooks.length);
  for (const id of ids) {
    const states = listStates(id);
    assert.deepEqual(
      states,
      ['starting 0', 'running 0', 'succeeded 0'].filter(state => states.includes(state)),
    );
    assert.equal(states.at(-1), 'succeeded 0');
  }
});

test('a receiver that hangs does not delay the others', async t => {
  await startDeliverer(t);
  const hanging = receiver;
  const hang = Promise.withResolvers<number>();
  hanging.answer = () => hang.promise;
  const stuck = await Promise.all(Array.from({ length: 20 }, () => newTask(receiver.url)));
  await Promise.all(stuck.map(id => move(id, 'failed')));
  await until(
    async () => hanging.hooks.length,
    count => count > 0,
  );
  receiver = await startHookReceiver();
  const id = await newTask(receiver.url);
  await move(id, 'failed');
  assert.equal((await waitForHookEnd(id)).ending, 'told');
  assert.ok(hanging.hooks.length < stuck.length);
  hang.resolve(200);
  await Promise.all(stuck.map(waitForHookEnd));
  assert.equal(hanging.mostAtOnce, maxPerOrigin);
});

test('when capacity is short, final states are delivered first', async t => {
  const ids: string[] = [];
  for (let index = 0; index < maxPerOrigin + 2; index++) ids.push(await newTask(receiver.url));
  const late = ids.slice(-2);
  await Promise.all(ids.map(id => move(id, late.includes(id) ? 'failed' : 'running')));
  const hang = Promise.withResolvers<number>();
  receiver.answer = () => hang.promise;
  await startDeliverer(t);
  const first = await until(
    async () => receiver.hooks.map(({ record }) => record.id),
    ids => ids.length === maxPerOrigin,
  );
  hang.resolve(200);
  assert.ok(late.every(id => first.includes(id)));
  await Promise.all(late.map(waitForHookEnd));
});

test('attempts store no URL, no response and no secret', async t => {
  await startDeliverer(t);
  const id = await newTask(`${receiver.url}/?key=private`);
  await move(id, 'failed');
  await waitForHookEnd(id);
  const attempts = await listAttempts(id);
  assert.equal(attempts.length, 1);
  assert.doesNotMatch(inspect(attempts), /private|127\.0\.0\.1|receiver says|example|whsec/);
});

test('old webhooks and their attempts are deleted together with the files of their tasks', async t => {
  await startDeliverer(t);
  const id = await newTask(receiver.url);
  await move(id, 'failed');
  const { id: hookId } = await waitForHookEnd(id);
  await db.query(statement('test_expire_hook', `update hooks set expires_at = now() where id = $1`), [
    hookId,
  ]);
  await startDeliverer(t);
  await until(
    () => findHook(id),
    hook => hook === undefined,
  );
  assert.deepEqual(await listAttempts(id), []);
});

test('while no webhook is pending, task changes cause no query', async t => {
  const names: string[] = [];
  await db.query(statement('test_no_hooks', 'delete from hooks'));
  const deliverer = await startDeliverer(
    t,
    watchDatabase(({ name = '' }) => names.push(name)),
  );
  const countQueries = () => names.filter(name => name === 'any_open_hook').length;
  await until(
    async () => countQueries(),
    count => count > 0,
  );
  const ids = await Promise.all(Array.from({ length: 20 }, () => newTask(null)));
  await Promise.all(ids.map(id => move(id, 'starting')));
  const queriesBefore = countQueries();
  deliverer.wake();
  await until(
    async () => countQueries(),
    count => count > queriesBefore,
  );
  assert.deepEqual(
    names.filter(name => name.startsWith('lease_')),
    [],
  );
});

test('the change feed marks tasks that have an unfinished webhook', async t => {
  const hookedIds: string[] = [];
  const changes = await openChangeFeed({ db, clock: systemClock, onError: () => {} });
  t.after(() => changes.close());
  changes.on(taskChanges => {
    for (const { publicId, isHooked } of taskChanges) if (isHooked) hookedIds.push(publicId);
  });
  const taskWithoutHook = await newTask(null);
  await move(taskWithoutHook, 'starting');
  const taskWithHook = await newTask(receiver.url);
  await move(taskWithHook, 'starting');
  await until(
    async () => hookedIds.length,
    count => count > 0,
  );
  assert.deepEqual(hookedIds, [taskWithHook]);
});
