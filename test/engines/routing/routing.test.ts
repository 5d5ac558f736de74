/** Which engine gets which task: several instances of different speed for one model. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { reconcile } from '../../../src/core/billing/reconcile.ts';
import { calendarNow } from '@kinora/shared/clock';
import { call, imageEnd, until, type TestApp } from '../../support/servers/app.ts';
import { signedIn } from '../../support/clients/console-client.ts';
import type { ConsoleClient } from '../../support/clients/console-client.ts';
import {
  countStarts,
  price,
  sum,
  startRoutedApp,
  type TestRoute,
  type RoutedApp,
} from '../../support/setups/routed-app.ts';
import { testInFull } from '../../support/test-in-full.ts';

let kinora: TestApp;
let operator: ConsoleClient;
let place: RoutedApp['place'];
let order: RoutedApp['order'];
let makeAll: RoutedApp['makeAll'];

before(async () => {
  ({ kinora, operator, place, order, makeAll } = await startRoutedApp());
});

test('unsaturated routes of the same priority share tasks by weight to within 2 %', async () => {
  const routes = await place([{ route: { weight: 3 } }, { route: { weight: 2 } }, { route: { weight: 1 } }]);
  for (let round = 0; round < 60; round++) await makeAll(1);
  assert.deepEqual(countStarts(routes), [30, 20, 10]);
});

test('an engine that has the model loaded gets its tasks, until it is full', async () => {
  const settings = { reportsLoaded: true };
  const routes = await place([{ settings, behavior: { secondsPerJob: 0.2 } }, { settings }, { settings }]);
  for (let round = 0; round < 6; round++) await makeAll(1);
  assert.deepEqual(countStarts(routes).toSorted(), [0, 0, 6]);
  await makeAll(12);
  assert.ok(countStarts(routes).filter(count => count > 0).length > 1, 'the others help');
});

testInFull(
  'saturated, the share of each of ten engines follows its speed, and no task runs twice',
  async () => {
    // Long enough to differ even if saving images takes a second, which levels the shares.
    const seconds = [0.4, 0.4, 0.8, 0.8, 0.8, 1.6, 1.6, 1.6, 3.2, 3.2];
    const routes = await place(seconds.map(secondsPerJob => ({ behavior: { secondsPerJob }, slots: 1 })));
    const count = 110;
    await makeAll(count);
    const counts = countStarts(routes);
    assert.equal(sum(counts), count, 'each task was started once');
    for (const { backend } of routes)
      for (const times of Object.values(backend.counts.accepted)) assert.equal(times, 1);
    const of = (speed: number) =>
      sum(counts.filter((_, index) => seconds[index] === speed)) /
      seconds.filter(one => one === speed).length;
    assert.ok(of(0.4) > of(0.8) && of(0.8) > of(1.6) && of(1.6) > of(3.2), String(counts));
    for (const { backend } of routes) assert.equal(backend.counts.maxRunning, 1);
  },
);

test('a cheaper route is filled first, and a more expensive one takes the rest', async () => {
  const [cheap, expensive] = (await place([
    { behavior: { secondsPerJob: 0.3 }, slots: 2, route: { priority: 0, cost: '0.01', cost_unit: 'image' } },
    { behavior: { secondsPerJob: 0 }, slots: 2, route: { priority: 1, cost: '0.05', cost_unit: 'image' } },
  ])) as [TestRoute, TestRoute];
  // As many at a time as the cheaper one has slots, so the more expensive one gets exactly nothing.
  for (let round = 0; round < 6; round++) await makeAll(2);
  assert.deepEqual(countStarts([cheap, expensive]), [12, 0]);
  cheap.backend.change({ secondsPerJob: 3600 });
  const heldTasks = await Promise.all([order(), order()]);
  await until(
    async () => countStarts([cheap, expensive]),
    ([busy]) => busy === 14,
  );
  assert.deepEqual(countStarts([cheap, expensive]), [14, 0], 'nothing before the cheaper route is full');
  await makeAll(1);
  assert.deepEqual(
    countStarts([cheap, expensive]),
    [14, 1],
    'only the task for which the cheaper route had no slot',
  );
  cheap.backend.change({ secondsPerJob: 0.3 });
  cheap.backend.finishRunning();
  for (const id of heldTasks) assert.equal((await imageEnd(kinora, id)).status, 'SUCCESS');
  await makeAll(24);
  const [first = 0, second = 0] = countStarts([cheap, expensive]);
  assert.equal(first + second, 39);
  assert.ok(second > 0, 'after the cheaper route was full for a second, the other one helps');
  assert.ok(first >= 20, `the cheaper route is used all the time: ${first}`);

  const margin = await operator.done('margin show', { by: 'engine' });
  const findLine = ({ name }: TestRoute) => margin.find(({ engine }: { engine: string }) => engine === name);
  // Four images at 0.01 or 0.05 each; clients pay 0.01 for each.
  assert.equal(Number(findLine(cheap).cost), Number((first * 0.04).toFixed(2)));
  assert.equal(Number(findLine(cheap).margin), 0);
  assert.equal(Number(findLine(expensive).cost), Number((second * 0.2).toFixed(2)));
  assert.equal(Number(findLine(expensive).margin), Number((second * (0.04 - 0.2)).toFixed(2)));
  const { rows } = await kinora.app.db.pool.query(
    'select id, public_id from tasks where engine = $1 limit 1',
    [expensive.name],
  );
  const { trace } = await operator.done('task show', { task: rows[0].public_id });
  assert.deepEqual(trace.routes, [{ engine: cheap.name, why: 'It had no free slot.' }]);
  assert.equal(trace.cost, '0.20');
  const owner = await signedIn(kinora, 'owner');
  const hidden = await owner.done('task show', { task: rows[0].public_id });
  assert.deepEqual([hidden.trace.routes, hidden.trace.cost], [[], null]);
});

test('a long queue of one engine does not hold up the others', async () => {
  const [busy] = (await place([{ behavior: { secondsPerJob: 3600 }, slots: 1 }])) as [TestRoute];
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

test('a tier that no route serves is not offered', async () => {
  const [only] = (await place([{ route: { tiers: 'fast' } }])) as [TestRoute];
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

test('an engine with a limit of starts per minute does not exceed it', async () => {
  const [limitedRoute, freeRoute] = (await place([
    { route: { priority: 0 } },
    { route: { priority: 1 } },
  ])) as [TestRoute, TestRoute];
  await operator.done('engine change', { engine: limitedRoute.name, starts_per_minute: 2 });
  await makeAll(6);
  assert.equal(sum(countStarts([limitedRoute])), 2);
  assert.equal(sum(countStarts([freeRoute])), 4);
});

test('an engine gets no tasks outside its hours', async () => {
  const [sleeping, awake] = (await place([{ route: { priority: 0 } }, { route: { priority: 1 } }])) as [
    TestRoute,
    TestRoute,
  ];
  const hour = new Date(calendarNow()).getUTCHours();
  const pad = (value: number) => String((value + 24) % 24).padStart(2, '0');
  await operator.done('engine change', {
    engine: sleeping.name,
    hours: `${pad(hour + 2)}:00-${pad(hour + 4)}:00`,
  });
  await makeAll(3);
  assert.deepEqual([sum(countStarts([sleeping])), sum(countStarts([awake]))], [0, 3]);
});

test('after all these tests the ledger balances', async () => {
  assert.deepEqual(await reconcile(kinora.app.db), []);
});
