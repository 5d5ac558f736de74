/**
 * Routes are retried immediately after an operator has fixed them or their engine, however
 * long the pause would still be.
 */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { call, imageEnd, until } from '../../support/servers/app.ts';
import { stopAt } from '../../support/setups/stop-at.ts';
import { startRoutedApp, type TestRoute, type RoutedApp } from '../../support/setups/routed-app.ts';

let routedApp: RoutedApp;

before(async () => {
  routedApp = await startRoutedApp();
});

const readRoute = async ({ name }: TestRoute) =>
  (await routedApp.operator.done('route list', { engine: name }))[0];

const readEngine = async ({ name }: TestRoute) =>
  (await routedApp.operator.done('engine list')).find((one: { name: string }) => one.name === name);

/** An engine that works again, whose route is paused for an hour while a task waits for it. */
async function createPausedRoute(): Promise<{ readonly only: TestRoute; readonly task: string }> {
  const [only] = (await routedApp.place([{ behavior: { onStart: 'refuse503' } }])) as [TestRoute];
  const task = await routedApp.order();
  await until(
    () => readRoute(only),
    ({ state }) => state === 'open',
  );
  const { pool } = routedApp.kinora.app.db;
  await until(
    async () =>
      (
        await pool.query(`update task_queue set due_at = now() + interval '1 hour' where public_id = $1`, [
          task,
        ])
      ).rowCount,
    count => count === 1,
  );
  await pool.query(`update breakers set open_until = now() + interval '1 hour' where engine = $1`, [
    only.name,
  ]);
  await pool.query(`select pg_notify('kinora_engine', $1)`, [only.name]);
  only.backend.change({ onStart: 'accept' });
  return { only, task };
}

/** Makes it seem that a worker had reported the engine for a day when its route failed. */
const backdateReport = ({ name }: TestRoute) =>
  routedApp.kinora.app.db.pool.query(`update engines set since = now() - interval '1 day' where name = $1`, [
    name,
  ]);

const mendings: Readonly<Record<string, (only: TestRoute, model: string) => Promise<unknown>>> = {
  'other parameters of the route': ({ name: engine }, model) =>
    routedApp.operator.done('route change', { model, engine, parameters: { set: { steps: 4 } } }),
  'other settings of the engine': ({ name: engine }) =>
    routedApp.operator.done('engine change', { engine, settings: { note: 'mended' } }),
  'a new secret of the engine': ({ name: engine }) =>
    routedApp.operator.done('engine change', { engine, secret: 'env:HOME' }),
};

for (const [title, mend] of Object.entries(mendings))
  test(`a paused route gets its tasks at once after ${title}`, async () => {
    const { only, task } = await createPausedRoute();
    const { model } = await readRoute(only);
    const { state, why } = await readEngine(only);
    assert.deepEqual([state, why], ['failing', 'A route is paused: it is not accepting jobs.']);
    await backdateReport(only);
    const { rows } = await routedApp.kinora.app.db.pool.query('select now() as mended_at');
    await mend(only, model);
    assert.equal((await imageEnd(routedApp.kinora, task)).status, 'SUCCESS');
    assert.equal((await readRoute(only)).state, 'closed');
    const { state: finalState, since } = await readEngine(only);
    assert.equal(finalState, 'healthy');
    assert.ok(Date.parse(since) >= rows[0].mended_at, `healthy since the pause ended, not since ${since}`);
  });

test('another weight of the route leaves its pause, and the response says so', async () => {
  const { only, task } = await createPausedRoute();
  const { model, engine, reason } = await readRoute(only);
  const changedRoute = await routedApp.operator.done('route change', { model, engine, weight: 7 });
  assert.deepEqual([changedRoute.state, changedRoute.reason, changedRoute.weight], ['open', reason, 7]);
  await routedApp.operator.done('route change', {
    model,
    engine,
    enabled: true,
    parameters: { set: { a: 1 } },
  });
  assert.equal((await imageEnd(routedApp.kinora, task)).status, 'SUCCESS');
});

test('a task that tries a route after its pause, and is cancelled before its start, leaves the route to the next one', async () => {
  const { only, task } = await createPausedRoute();
  const { url, imageKey, app } = routedApp.kinora;
  // Before a start that is limited, the run is asked whether it was cancelled.
  await app.db.pool.query('update engines set starts_per_minute = 600 where name = $1', [only.name]);
  await app.refreshConfig();
  const admitting = stopAt('admit a task');
  await app.db.pool.query('update breakers set open_until = now() where engine = $1', [only.name]);
  await app.db.pool.query(`select pg_notify('kinora_engine', $1)`, [only.name]);
  await app.db.pool.query('update task_queue set due_at = now() where public_id = $1', [task]);
  await admitting.arrival;
  const breaker = () =>
    app.db.pool.query('select trial_until is not null as tried from breakers where engine = $1', [only.name]);
  assert.deepEqual((await breaker()).rows, [{ tried: true }]);
  await call(`${url}/mj/task/${task}/cancel`, { key: imageKey, json: {} });
  admitting.resume();
  assert.equal((await imageEnd(routedApp.kinora, task)).status, 'FAILURE');
  await until(breaker, ({ rows }) => rows[0]?.tried === false);
  assert.equal((await imageEnd(routedApp.kinora, await routedApp.order())).status, 'SUCCESS');
});
