/** Which engine gets which task: ten instances of different speed and reliability behind one model. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { expireTasks } from '../../src/tasks/work/expire-tasks.ts';
import { reconcile } from '../../src/billing/reconcile.ts';
import { calendarNow } from '../../src/lib/clock.ts';
import { call, imageEnd, imagine, startTestApp, until, type TestApp } from '../support/app.ts';
import { signedIn, type ConsoleClient } from '../support/console-client.ts';
import type { TestBackend } from '../support/test-engine/backend.ts';
import { testEngineKind } from '../support/test-engine/kind.ts';
import type { TestEngineServer } from '../support/test-engine/open-server.ts';
import { startTestEngineServer } from '../support/test-engine/server.ts';

const price = { unit: 'image', rules: [{ unitPrice: '0.01' }], tiers: { fast: '1' } };
let kinora: TestApp;
let operator: ConsoleClient;
let server: TestEngineServer;
let models = 0;

before(async () => {
  server = await startTestEngineServer();
  kinora = await startTestApp({ kinds: [testEngineKind], settings: { KINORA_SPILL_AFTER_SECONDS: '1' } });
  operator = await signedIn(kinora, 'operator');
});

interface Placed {
  readonly name: string;
  readonly backend: TestBackend;
}

/** A model of its own, with the version 1, and an engine for each backend. */
async function place(
  engines: readonly { readonly behaviour?: object; readonly route?: object; readonly slots?: number }[],
): Promise<Placed[]> {
  const model = `painter-${models++}`;
  await operator.done('model add', { model, kind: 'image', operations: ['grid'], versions: ['1'], price });
  const placed: Placed[] = [];
  for (const [index, { behaviour, route, slots = 4 }] of engines.entries()) {
    const name = `${model}-${index}`;
    const backend = await server.addBackend(name, { slots: 100, ...behaviour });
    await operator.done('engine add', { engine: name, kind: 'test', url: backend.url, slots });
    await operator.done('route add', { model, engine: name, ...route });
    placed.push({ name, backend });
  }
  return placed;
}

const order = () => imagine(kinora, 'a fox --v 1');
async function makeAll(count: number): Promise<void> {
  const ids = await Promise.all(Array.from({ length: count }, order));
  for (const end of await Promise.all(ids.map(id => imageEnd(kinora, id))))
    assert.equal(end.status, 'SUCCESS', JSON.stringify(end));
}
/** How often each engine began a job. */
const begun = (placed: readonly Placed[]) =>
  placed.map(({ backend }) => Object.values(backend.counts.accepted).reduce((sum, one) => sum + one, 0));
const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);

test('unsaturated, weights of the same priority decide to within 2 %', async () => {
  const placed = await place([{ route: { weight: 3 } }, { route: { weight: 2 } }, { route: { weight: 1 } }]);
  for (let made = 0; made < 60; made++) await makeAll(1);
  assert.deepEqual(begun(placed), [30, 20, 10]);
});

test('saturated, the share of each of ten engines follows its speed, and no task is made twice', async () => {
  const seconds = [0.05, 0.05, 0.1, 0.1, 0.1, 0.2, 0.2, 0.2, 0.4, 0.4];
  const placed = await place(seconds.map(secondsPerJob => ({ behaviour: { secondsPerJob }, slots: 1 })));
  const count = 150;
  await makeAll(count);
  const counts = begun(placed);
  assert.equal(sum(counts), count, 'each was begun once');
  for (const { backend } of placed)
    for (const times of Object.values(backend.counts.accepted)) assert.equal(times, 1);
  const of = (speed: number) =>
    sum(counts.filter((_, index) => seconds[index] === speed)) / seconds.filter(one => one === speed).length;
  // Saving pictures takes time, too, so that the shares are flatter than the speeds.
  assert.ok(of(0.05) > of(0.1) && of(0.1) > of(0.2) && of(0.2) > of(0.4), String(counts));
  for (const { backend } of placed) assert.equal(backend.counts.maxRunning, 1);
});

test('engines that fail now and then lose nothing', async () => {
  const placed = await place(
    [0, 0.1, 0.2, 0.1, 0].map(failShare => ({ behaviour: { failShare, failWith: 'error' } })),
  );
  await makeAll(40);
  assert.ok(sum(begun(placed)) >= 40);
});

test('a cheaper route fills before a dearer one, which takes over what is too much', async () => {
  const [cheap, dear] = (await place([
    { behaviour: { secondsPerJob: 0.3 }, slots: 2, route: { priority: 0, cost: '0.01', cost_unit: 'image' } },
    { behaviour: { secondsPerJob: 0 }, slots: 2, route: { priority: 1, cost: '0.05', cost_unit: 'image' } },
  ])) as [Placed, Placed];
  await makeAll(2);
  assert.deepEqual(begun([cheap, dear]), [2, 0]);
  await makeAll(24);
  const [first = 0, second = 0] = begun([cheap, dear]);
  assert.equal(first + second, 26);
  assert.ok(second > 0, 'after a second of being full, the dearer one helps');
  assert.ok(first >= 6, `the cheaper one is used all the time: ${first}`);

  const margin = await operator.done('margin show', { by: 'engine' });
  const lineOf = ({ name }: Placed) => margin.find(({ engine }: { engine: string }) => engine === name);
  // Four pictures of 0.01 or 0.05 each; clients pay 0.01 for each.
  assert.equal(Number(lineOf(cheap).cost), Number((first * 0.04).toFixed(2)));
  assert.equal(Number(lineOf(cheap).margin), 0);
  assert.equal(Number(lineOf(dear).cost), Number((second * 0.2).toFixed(2)));
  assert.equal(Number(lineOf(dear).margin), Number((second * (0.04 - 0.2)).toFixed(2)));
  const { rows } = await kinora.app.db.pool.query(
    'select id, public_id from tasks where engine = $1 limit 1',
    [dear.name],
  );
  const { trace } = await operator.done('task show', { task: rows[0].public_id });
  assert.deepEqual(trace.routes, [{ engine: cheap.name, why: 'It had no free slot.' }]);
  assert.equal(trace.cost, '0.20');
  const owner = await signedIn(kinora, 'owner');
  const hidden = await owner.done('task show', { task: rows[0].public_id });
  assert.deepEqual([hidden.trace.routes, hidden.trace.cost], [[], null]);
});

test('a dead engine costs a task at most one failover, and after three failures nothing at all', async () => {
  const [dead, alive] = (await place([{ route: { weight: 9 } }, {}])) as [Placed, Placed];
  await dead.backend.down();
  for (let made = 0; made < 6; made++) await makeAll(1);
  assert.equal(sum(begun([alive])), 6);
  const routes = await operator.done('route list', { engine: dead.name });
  assert.equal(routes[0].state, 'open');
  const { rows } = await kinora.app.db.pool.query(
    `select attempt, routing, tries from tasks where engine = $1`,
    [alive.name],
  );
  for (const { attempt, tries } of rows) {
    assert.ok(attempt <= 2, `${attempt} attempts`);
    assert.equal(tries, 0, 'a failover is no failed try');
  }
  assert.ok(rows.filter(({ attempt }) => attempt === 2).length <= 3, 'then the breaker was open');
  assert.ok(
    rows.some(({ routing }) => routing.passed.some((one: { why: string }) => one.why === 'breaker_open')),
    'and it is stored why',
  );
  await dead.backend.up();
  await kinora.app.db.pool.query('update breakers set open_until = now() where engine = $1', [dead.name]);
  await until(
    async () => {
      await makeAll(1);
      return sum(begun([dead]));
    },
    count => count > 0,
  );
  assert.equal((await operator.done('route list', { engine: dead.name }))[0].state, 'closed');
});

test('an engine that is asked too often refuses, and the others take its tasks', async () => {
  const [busy, idle] = (await place([{ behaviour: { onStart: 'refuse429' } }, {}])) as [Placed, Placed];
  await makeAll(4);
  assert.deepEqual([sum(begun([busy])), sum(begun([idle]))], [0, 4]);
});

test('a long queue of one engine does not hold up the others', async () => {
  const [busy] = (await place([{ behaviour: { secondsPerJob: 3600 }, slots: 1 }])) as [Placed];
  const waiting = await Promise.all(Array.from({ length: 40 }, order));
  await place([{}]);
  await makeAll(2);
  await operator.done('engine drain', { engine: busy.name });
  await makeAll(2);
  await operator.done('engine resume', { engine: busy.name });
  busy.backend.change({ secondsPerJob: 0 });
  busy.backend.finishRunning();
  for (const id of waiting) assert.equal((await imageEnd(kinora, id)).status, 'SUCCESS');
});

test('an engine that refused a task gets it again if no other engine can take it', async () => {
  const [refusing, drained] = (await place([
    { behaviour: { onStart: 'refuse503', startsAffected: 1 } },
    { route: { priority: 1 } },
  ])) as [Placed, Placed];
  await operator.done('engine drain', { engine: drained.name });
  await makeAll(1);
  assert.deepEqual([sum(begun([refusing])), sum(begun([drained]))], [1, 0]);
});

test('a job that one engine rejects is not offered to the others', async () => {
  const [rejecting, other] = (await place([
    { behaviour: { onStart: 'bad400' } },
    { route: { priority: 1 } },
  ])) as [Placed, Placed];
  const end = await imageEnd(kinora, await order());
  assert.equal(end.status, 'FAILURE');
  assert.deepEqual([sum(begun([rejecting])), sum(begun([other]))], [0, 0]);
});

test('a tier that no route serves is not offered', async () => {
  const [only] = (await place([{ route: { tiers: 'fast' } }])) as [Placed];
  const model = only.name.replace(/-0$/, '');
  await operator.done('price set', { model, price: { ...price, tiers: { fast: '1', relax: '0.5' } } });
  await until(
    () => operator.run('model show', { model }),
    ({ body }) => body.price_version === 'v2',
  );
  const { body } = await call(`${kinora.url}/mj/submit/imagine`, {
    key: kinora.imageKey,
    json: { prompt: 'a fox --v 1 --relax' },
  });
  assert.match(body.description, /fast/);
  assert.notEqual(body.code, 1);
});

test('a task whose model no engine can run any more ends uncharged after a while', async () => {
  const [only] = (await place([{}])) as [Placed];
  await operator.done('engine drain', { engine: only.name });
  const id = await order();
  const refused = await operator.run('route remove', {
    model: only.name.replace(/-0$/, ''),
    engine: only.name,
  });
  assert.match(JSON.stringify(refused.body), /only route/);
  const { db } = kinora.app;
  const times = { retentionHours: 1, queueHours: 24, unservedMinutes: 30 };
  await db.pool.query(
    `update task_queue set changed_at = now() - interval '31 minutes' where public_id = $1`,
    [id],
  );
  assert.equal(await expireTasks(db, times), 0, 'a drained engine is expected to come back');
  await db.pool.query(
    `insert into breakers (model, engine, open_until, pause_seconds, opened_at)
     select model, engine, now() + interval '1 minute', 60, now() from routes where engine = $1`,
    [only.name],
  );
  assert.equal(await expireTasks(db, times), 0, 'its engine was there until now');
  await db.pool.query(`update breakers set opened_at = now() - interval '31 minutes' where engine = $1`, [
    only.name,
  ]);
  assert.equal(await expireTasks(db, times), 1);
  const end = await imageEnd(kinora, id);
  assert.equal(end.status, 'FAILURE');
  assert.equal(end.usage.charged, false);
  assert.match(end.failReason, /No engine/);
});

test('when all refuse, the task is tried again and fails uncharged in the end', async () => {
  await place([{ behaviour: { onStart: 'refuse503' } }, { behaviour: { onStart: 'refuse503' } }]);
  const end = await imageEnd(kinora, await order());
  assert.equal(end.status, 'FAILURE');
  assert.equal(end.usage.charged, false);
});

test('an engine with a limit of requests per minute is not asked more often', async () => {
  const [limited, free] = (await place([{ route: { priority: 0 } }, { route: { priority: 1 } }])) as [
    Placed,
    Placed,
  ];
  await operator.done('engine change', { engine: limited.name, starts_per_minute: 2 });
  await makeAll(6);
  assert.equal(sum(begun([limited])), 2);
  assert.equal(sum(begun([free])), 4);
});

test('outside its hours an engine gets nothing', async () => {
  const [sleeping, awake] = (await place([{ route: { priority: 0 } }, { route: { priority: 1 } }])) as [
    Placed,
    Placed,
  ];
  const hour = new Date(calendarNow()).getUTCHours();
  const pad = (value: number) => String((value + 24) % 24).padStart(2, '0');
  await operator.done('engine change', {
    engine: sleeping.name,
    hours: `${pad(hour + 2)}:00-${pad(hour + 4)}:00`,
  });
  await makeAll(3);
  assert.deepEqual([sum(begun([sleeping])), sum(begun([awake]))], [0, 3]);
});

test('after all of this the books balance', async () => {
  assert.deepEqual(await reconcile(kinora.app.db), []);
});
