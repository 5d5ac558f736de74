/**
 * What engines cost their operator: finished work counts as reported, and work that was
 * cancelled for free counts nothing.
 */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import sharp from 'sharp';
import { call, imageEnd, startTestApp, until, type TestApp } from '../../support/servers/app.ts';
import { signedIn, type ConsoleClient } from '../../support/clients/console-client.ts';
import { imageClient, type ImageClient } from '../../support/clients/image-client.ts';
import type { TestBackend } from '../../support/test-engine/backend.ts';
import { testEngineKind } from '../../support/test-engine/kind.ts';
import type { TestEngineServer } from '../../support/test-engine/open-server.ts';
import { startTestEngineServer } from '../../support/test-engine/server.ts';
import { plannedTestKind } from '../../support/test-engine/step-kind.ts';

let server: TestEngineServer;
let kinora: TestApp;
let operator: ConsoleClient;
let client: ImageClient;
let picture: string;
let models = 0;

before(async () => {
  server = await startTestEngineServer();
  kinora = await startTestApp({ kinds: [testEngineKind, plannedTestKind] });
  operator = await signedIn(kinora, 'operator');
  client = imageClient(kinora);
  const create = { width: 64, height: 64, channels: 3, background: '#a53' } as const;
  picture = `data:image/png;base64,${(await sharp({ create }).png().toBuffer()).toString('base64')}`;
});

const sql = async (text: string, values: unknown[] = []): Promise<any[]> =>
  (await kinora.app.db.pool.query(text, values)).rows;

interface RouteOptions {
  readonly kind?: 'test' | 'test-steps';
  readonly behavior?: object;
  readonly terms?: object;
  readonly settings?: object;
}

interface TestRoute {
  readonly name: string;
  readonly backend: TestBackend;
  /** Submits a grid or a describe. Returns the task. */
  order(name?: 'imagine' | 'describe'): Promise<string>;
}

/** A model on a paid engine, whose route has an expected cost of 0.01 for an image or a text. */
async function place({ kind = 'test', behavior, terms, settings }: RouteOptions): Promise<TestRoute> {
  const name = `painter-${models++}`;
  const backend = await server.addBackend(name, { slots: 100, ...behavior });
  const paidSettings = { paid: true, afterUnknownStart: 'never', ...settings };
  const operations = kind === 'test' ? ['grid', 'describe'] : ['grid'];
  const price = { unit: 'image', rules: [{ unitPrice: '0.01' }], tiers: { fast: '1' } };
  await operator.done('model add', { model: name, kind: 'image', operations, price });
  await operator.done('engine add', {
    engine: name,
    kind,
    url: backend.url,
    settings: paidSettings,
    ...terms,
  });
  await operator.done('route add', { model: name, engine: name, cost: '0.01', cost_unit: 'image' });
  const bodies = { imagine: { prompt: 'a fox', model: name }, describe: { base64: picture, model: name } };
  const order = async (action: keyof typeof bodies = 'imagine') => {
    const { body } = await client.submit(action, bodies[action]);
    // 22: there are several in the queue.
    assert.ok(body.code === 1 || body.code === 22, JSON.stringify(body));
    return body.result;
  };
  return { name, backend, order };
}

const cancel = (task: string) =>
  call(`${kinora.url}/mj/task/${task}/cancel`, { key: kinora.imageKey, json: {} });
const readSpending = async ({ name }: TestRoute) =>
  (
    await sql('select coalesce(sum(micros), 0)::int as spent from engine_spending where engine = $1', [name])
  )[0].spent;
const readCost = async (task: string) =>
  (await sql('select cost_micros::int as cost from tasks where public_id = $1', [task]))[0].cost;
const readLoss = async (task: string) =>
  (await operator.done('margin losses')).find((line: { task: string }) => line.task === task);
const isWaiting = async (task: string) =>
  (await sql('select from task_queue where public_id = $1 and attempt > 0', [task])).length === 1;

test('texts count against a budget at their reported cost, and the budget stops before it is exceeded', async () => {
  const route = await place({ behavior: { cost: '0.06' }, terms: { day_budget: '0.125' } });
  for (let round = 0; round < 2; round++)
    assert.equal((await imageEnd(kinora, await route.order('describe'))).status, 'SUCCESS');
  assert.equal(await readSpending(route), 120_000);
  const task = await route.order('describe');
  await until(() => isWaiting(task), Boolean);
  assert.equal(route.backend.received.length, 2);
  assert.equal(await readSpending(route), 120_000);
  await cancel(task);
});

test('jobs of several steps count at the reported cost of all steps, and the budget is not exceeded', async () => {
  const route = await place({
    kind: 'test-steps',
    behavior: { cost: '0.02' },
    terms: { day_budget: '0.19' },
  });
  for (let round = 0; round < 2; round++) {
    const task = await route.order();
    assert.equal((await imageEnd(kinora, task)).status, 'SUCCESS');
    assert.equal(await readCost(task), 80_000);
  }
  const task = await route.order();
  await until(() => isWaiting(task), Boolean);
  assert.equal(route.backend.received.length, 8);
  assert.equal(await readSpending(route), 160_000);
  await cancel(task);
});

test('jobs that begin at the same moment never exceed a budget that covers only one of them', async () => {
  const route = await place({
    behavior: { secondsPerJob: 3600 },
    terms: { day_budget: '0.05', slots: 8 },
  });
  await operator.done('engine drain', { engine: route.name });
  const tasks = await Promise.all(Array.from({ length: 8 }, () => route.order()));
  await operator.done('engine resume', { engine: route.name });
  const waiting = async () => (await Promise.all(tasks.map(isWaiting))).filter(Boolean).length;
  await until(waiting, count => count === 7);
  // The eighth one is admitted before its request arrives.
  await until(
    async () => route.backend.received.length,
    received => received > 0,
  );
  assert.equal(route.backend.received.length, 1);
  assert.equal(await readSpending(route), 40_000);
  for (const task of tasks) await cancel(task);
});

test('a task that is cancelled before its engine was called has no cost', async () => {
  const route = await place({});
  // Like a client that cancels after a worker has leased the task.
  await sql(`create function cancel_at_once() returns trigger language plpgsql as $$
    begin new.cancel_requested = true; return new; end $$`);
  await sql(`create trigger cancel_at_once before update of phase on task_runs for each row
    when (new.phase = 'starting') execute function cancel_at_once()`);
  const task = await route.order();
  const end = await imageEnd(kinora, task);
  await sql('drop trigger cancel_at_once on task_runs');
  assert.deepEqual([end.status, end.usage.charged], ['FAILURE', false]);
  assert.equal(route.backend.received.length, 0);
  assert.deepEqual([await readCost(task), await readSpending(route)], [null, 0]);
});

test('a start that was certainly rejected is repeated, even if the rejection was first not recorded', async () => {
  const route = await place({ behavior: { onStart: 'refuse503', startsAffected: 1 } });
  await sql('create sequence releases');
  await sql(`create function fail_first() returns trigger language plpgsql as $$
    begin
      if nextval('releases') = 1 then raise exception 'no'; end if;
      return new;
    end $$`);
  await sql(`create trigger fail_first before update of reserved_micros on task_runs for each row
    when (new.reserved_micros is null) execute function fail_first()`);
  const end = await imageEnd(kinora, await route.order());
  await sql('drop trigger fail_first on task_runs');
  assert.equal(end.status, 'SUCCESS', JSON.stringify(end));
  assert.equal(route.backend.received.length, 1);
  assert.equal(await readSpending(route), 40_000);
});

test('a task whose route is removed before its engine is called moves to another route', async () => {
  const [firstRoute, other] = [await place({}), await place({})];
  const route = { model: firstRoute.name, engine: firstRoute.name };
  const { db } = kinora.app;
  const lock = await db.connect();
  try {
    // The lock that the admission to the engine takes.
    await lock.query('select pg_advisory_lock(4043, hashtext($1))', [firstRoute.name]);
    const task = await firstRoute.order();
    await until(
      () => sql(`select from task_runs where phase = 'starting' and public_id = $1`, [task]),
      rows => rows.length > 0,
    );
    await operator.done('route add', {
      model: firstRoute.name,
      engine: other.name,
      cost: '0.01',
      cost_unit: 'image',
    });
    await operator.done('route remove', route);
    await kinora.app.refreshConfig();
    await lock.query('select pg_advisory_unlock(4043, hashtext($1))', [firstRoute.name]);
    assert.equal((await imageEnd(kinora, task)).status, 'SUCCESS');
  } finally {
    await lock.end();
  }
  assert.deepEqual([firstRoute.backend.received.length, other.backend.received.length], [0, 1]);
  assert.deepEqual([await readSpending(firstRoute), await readSpending(other)], [0, 40_000]);
});

test('a job that its provider has cancelled for free costs nothing', async () => {
  const route = await place({ behavior: { secondsPerJob: 3600 }, terms: { day_budget: '1' } });
  const task = await route.order();
  await until(
    () => sql(`select from task_runs where phase = 'running' and public_id = $1`, [task]),
    rows => rows.length > 0,
  );
  assert.equal(await readSpending(route), 40_000);
  assert.equal((await cancel(task)).body.code, 1);
  await imageEnd(kinora, task);
  assert.equal(route.backend.counts.running, 0);
  assert.deepEqual([await readCost(task), await readSpending(route)], [0, 0]);
  assert.equal(await readLoss(task), undefined);
});

test('a job cancelled after some of its steps has the expected cost and counts as a loss', async () => {
  const route = await place({ kind: 'test-steps', behavior: { secondsPerJob: 0.2 } });
  const task = await route.order();
  await until(
    async () => route.backend.received.length,
    count => count > 0,
  );
  route.backend.change({ secondsPerJob: 3600 });
  const done = `select from task_runs where public_id = $1 and operation -> 'steps' @> '[{"state":"done"}]'`;
  await until(
    () => sql(done, [task]),
    rows => rows.length > 0,
  );
  assert.equal((await cancel(task)).body.code, 1);
  await imageEnd(kinora, task);
  assert.deepEqual([await readCost(task), await readSpending(route)], [40_000, 40_000]);
  const { model, engine, code, cost } = await readLoss(task);
  assert.deepEqual([model, engine, code, cost], [route.name, route.name, 'cancelled', '0.04']);
});

test('a job that fails after some of its steps counts as a loss in the margin of its day', async () => {
  const route = await place({ kind: 'test-steps', behavior: { secondsPerJob: 0.05, cost: '0.01' } });
  assert.equal((await imageEnd(kinora, await route.order())).status, 'SUCCESS');
  route.backend.change({ secondsPerJob: 0.2 });
  const task = await route.order();
  await until(
    async () => route.backend.received.length,
    count => count > 4,
  );
  route.backend.change({ failShare: 1, failWith: 'rejected', secondsPerJob: 0.2 });
  await until(
    async () => route.backend.counts.failed,
    count => count > 0,
  );
  const end = await imageEnd(kinora, task);
  assert.deepEqual([end.status, end.usage.charged], ['FAILURE', false]);
  assert.deepEqual([await readCost(task), await readSpending(route)], [40_000, 80_000]);
  const { at, cost, message } = await readLoss(task);
  assert.equal(cost, '0.04');
  assert.equal(message, end.failReason);
  assert.match(message, /: \w/);
  const lines = await operator.done('margin show', { by: 'day,engine' });
  const [line, ...otherLines] = lines.filter((one: { engine: string }) => one.engine === route.name);
  assert.deepEqual(otherLines, []);
  const { day, tasks, charged: chargedAmount, cost: costs, lost: lostAmount, margin } = line;
  assert.deepEqual(
    [day, tasks, chargedAmount, costs, lostAmount, margin],
    [at.slice(0, 10), 2, '0.04', '0.08', '0.04', '-0.04'],
  );
});
