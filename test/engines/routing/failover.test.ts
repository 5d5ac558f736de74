/** What happens to tasks whose engine rejects them, fails or is unreachable. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { expireTasks } from '../../../src/core/tasks/work/expire-tasks.ts';
import { reconcile } from '../../../src/core/billing/reconcile.ts';
import { imageEnd, until, type TestApp } from '../../support/servers/app.ts';
import type { ConsoleClient } from '../../support/clients/console-client.ts';
import {
  countStarts,
  sum,
  startRoutedApp,
  type TestRoute,
  type RoutedApp,
} from '../../support/setups/routed-app.ts';

let kinora: TestApp;
let operator: ConsoleClient;
let place: RoutedApp['place'];
let order: RoutedApp['order'];
let makeAll: RoutedApp['makeAll'];

before(async () => {
  ({ kinora, operator, place, order, makeAll } = await startRoutedApp());
});

/** Ten engines: the duration of a job on each, and the share of its jobs that fail. */
const ten = [0.05, 0.1, 0.1, 0.2, 0.2, 0.2, 0.4, 0.4, 0.8, 0.8].map((secondsPerJob, index) => ({
  behavior: { secondsPerJob, failShare: [0, 0.05, 0.1][index % 3] ?? 0, failWith: 'error' },
  slots: 1,
}));

for (const [load, waves, size] of [
  ['unsaturated', 12, 1],
  ['saturated', 1, 60],
] as const)
  test(`ten flaky engines of different speed, ${load}, lose no task and generate none twice`, async () => {
    const routes = await place(ten);
    for (let wave = 0; wave < waves; wave++) await makeAll(size);
    const all = routes.map(({ backend }) => backend.counts);
    assert.equal(sum(all.map(({ succeeded }) => succeeded)), waves * size, 'each task has one result');
    assert.equal(sum(countStarts(routes)), waves * size + sum(all.map(({ failed }) => failed)));
    for (const { accepted: startsByKey, maxRunning } of all) {
      assert.ok(Object.values(startsByKey).every(times => times === 1));
      assert.ok(maxRunning <= 1);
    }
  });

test('a dead engine causes at most one failover for a task, and none after three failures', async () => {
  const [dead, alive] = (await place([{ route: { weight: 9 } }, {}])) as [TestRoute, TestRoute];
  await dead.backend.goDown();
  const { pool } = kinora.app.db;
  // Its first pause is five seconds, which a task may take on a busy machine.
  const pauseRoute = (seconds: number) =>
    pool.query(
      `with paused as (update breakers set open_until = now() + $2 * interval '1 s' where engine = $1 returning engine)
       select pg_notify('kinora_engine', engine) from paused where engine is not null`,
      [dead.name, seconds],
    );
  const isPaused = async () =>
    (await pool.query('select from breakers where engine = $1 and open_until is not null', [dead.name]))
      .rowCount === 1;
  const attempts = async () => {
    const { rows } = await pool.query(
      'select attempt, routing, tries from tasks where engine = $1 order by created_at',
      [alive.name],
    );
    return rows;
  };
  while (!(await isPaused())) await makeAll(1);
  const before = await attempts();
  assert.equal(before.filter(({ attempt }) => attempt === 2).length, 3);
  await pauseRoute(3600);
  await makeAll(1);
  await makeAll(1);
  const all = await attempts();
  assert.equal(sum(countStarts([alive])), all.length);
  const after = all.slice(before.length);
  assert.deepEqual(
    after.map(({ attempt }) => attempt),
    [1, 1],
    'the breaker was open for the others',
  );
  for (const { attempt, tries } of all) {
    assert.ok(attempt <= 2, `${attempt} attempts`);
    assert.equal(tries, 0, 'a failover does not count as a try');
  }
  assert.ok(
    after.every(({ routing }) => routing.passed.some((one: { why: string }) => one.why === 'breaker_open')),
    'the reason is stored',
  );
  assert.equal((await operator.done('route list', { engine: dead.name }))[0].state, 'open');
  await dead.backend.comeUp();
  await pauseRoute(0);
  await until(
    async () => {
      await makeAll(1);
      return sum(countStarts([dead]));
    },
    count => count > 0,
  );
  assert.equal((await operator.done('route list', { engine: dead.name }))[0].state, 'closed');
});

test('an engine over its rate limit rejects tasks, and the others take them', async () => {
  const [busy, idle] = (await place([{ behavior: { onStart: 'refuse429' } }, {}])) as [TestRoute, TestRoute];
  await makeAll(4);
  assert.deepEqual([sum(countStarts([busy])), sum(countStarts([idle]))], [0, 4]);
});

test('an engine that rejected a task gets it again if no other engine can take it', async () => {
  const [refusingRoute, drainedRoute] = (await place([
    { behavior: { onStart: 'refuse503', startsAffected: 1 } },
    { route: { priority: 1 } },
  ])) as [TestRoute, TestRoute];
  await operator.done('engine drain', { engine: drainedRoute.name });
  await makeAll(1);
  assert.deepEqual([sum(countStarts([refusingRoute])), sum(countStarts([drainedRoute]))], [1, 0]);
});

test('a job that one engine rejects as invalid is not offered to the others', async () => {
  const [rejecting, other] = (await place([
    { behavior: { onStart: 'bad400' } },
    { route: { priority: 1 } },
  ])) as [TestRoute, TestRoute];
  const end = await imageEnd(kinora, await order());
  assert.equal(end.status, 'FAILURE');
  assert.deepEqual([sum(countStarts([rejecting])), sum(countStarts([other]))], [0, 0]);
});

test('a task whose model no longer has an available engine ends without a charge after a while', async () => {
  const [only] = (await place([{}])) as [TestRoute];
  await operator.done('engine drain', { engine: only.name });
  const id = await order();
  const rejection = await operator.run('route remove', {
    model: only.name.replace(/-0$/, ''),
    engine: only.name,
  });
  assert.match(JSON.stringify(rejection.body), /only route/);
  const { db } = kinora.app;
  const times = { retentionHours: 1, queueHours: 24, unservedMinutes: 30 };
  await db.pool.query(
    `update task_queue set changed_at = now() - interval '31 minutes' where public_id = $1`,
    [id],
  );
  assert.equal(await expireTasks(db, times), 0, 'a drained engine is expected to return');
  await db.pool.query(
    `insert into breakers (model, engine, open_until, pause_seconds, opened_at)
     select model, engine, now() + interval '1 minute', 60, now() from routes where engine = $1`,
    [only.name],
  );
  assert.equal(await expireTasks(db, times), 0, 'its engine was available until now');
  await db.pool.query(`update breakers set opened_at = now() - interval '31 minutes' where engine = $1`, [
    only.name,
  ]);
  assert.equal(await expireTasks(db, times), 1);
  const end = await imageEnd(kinora, id);
  assert.equal(end.status, 'FAILURE');
  assert.equal(end.usage.charged, false);
  assert.match(end.failReason, /No engine/);
});

test('a task that all engines reject waits until one of them accepts it', async () => {
  const refusing = await place([
    { behavior: { onStart: 'refuse503' } },
    { behavior: { onStart: 'refuse503' } },
  ]);
  const task = await order();
  const arePaused = async () =>
    (await operator.done('route list')).filter(
      ({ engine, state }: any) => state === 'open' && refusing.some(({ name }) => name === engine),
    ).length === 2;
  await until(arePaused, Boolean);
  for (const { backend } of refusing) backend.change({ onStart: 'accept' });
  assert.equal((await imageEnd(kinora, task)).status, 'SUCCESS');
});

test('a restart of the server loses no task, even if it is the only engine', async () => {
  const [only] = (await place([{}])) as [TestRoute];
  await only.backend.goDown();
  const tasks = await Promise.all(Array.from({ length: 5 }, order));
  await until(
    async () => (await operator.done('route list', { engine: only.name }))[0].state,
    state => state === 'open',
  );
  await only.backend.comeUp();
  for (const task of tasks) assert.equal((await imageEnd(kinora, task)).status, 'SUCCESS');
  assert.equal(sum(countStarts([only])), 5);
});

test('a task that its only engine keeps rejecting ends without a charge after a while', async () => {
  const [only] = (await place([{ behavior: { onStart: 'refuse503' } }])) as [TestRoute];
  const task = await order();
  const { db } = kinora.app;
  const times = { retentionHours: 1, queueHours: 24, unservedMinutes: 30 };
  await until(
    async () => (await operator.done('route list', { engine: only.name }))[0].state,
    state => state === 'open',
  );
  assert.equal(await expireTasks(db, times), 0, 'its engine may return');
  await db.pool.query(
    `update breakers set opened_at = now() - interval '31 minutes', open_until = now() + interval '5 minutes' where engine = $1`,
    [only.name],
  );
  await db.pool.query(`update tasks set created_at = now() - interval '31 minutes' where public_id = $1`, [
    task,
  ]);
  // Once the task is in the queue again, either this sweep or the server's own ends it.
  await until(
    () => expireTasks(db, times).then(() => operator.done('task show', { task })),
    ({ state }) => state === 'failed',
  );
  const end = await imageEnd(kinora, task);
  assert.deepEqual([end.status, end.usage.charged], ['FAILURE', false]);
  assert.match(end.failReason, /No engine/);
});

test('a start that exceeds the timeout of its route ends the task without a charge', async () => {
  const [hanging, other] = (await place([
    { behavior: { onStart: 'hang' }, route: { timeout_seconds: 1 } },
    { route: { priority: 1 } },
  ])) as [TestRoute, TestRoute];
  const task = await order();
  const end = await imageEnd(kinora, task);
  assert.deepEqual([end.status, end.usage.charged], ['FAILURE', false]);
  const { error, trace } = await operator.done('task show', { task });
  assert.equal(error.code, 'timeout', JSON.stringify(error));
  const [{ seconds }] = (
    await kinora.app.db.pool.query(
      'select extract(epoch from finished_at - created_at)::float8 as seconds from tasks where public_id = $1',
      [task],
    )
  ).rows;
  assert.ok(
    seconds < 30,
    `${seconds} s, less than the minute that a call may take: ${JSON.stringify(trace)}`,
  );
  assert.deepEqual([hanging.backend.counts.refused, sum(countStarts([other]))], [1, 0]);
});

test('after all these tests the ledger balances', async () => {
  assert.deepEqual(await reconcile(kinora.app.db), []);
});
