/**
 * What becomes of tasks while their engine is away: it was killed, restarts, or refuses what it cannot do.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signedIn } from '../../support/clients/console-client.ts';
import { startSdapiServer } from '../../support/engines/sdapi-server.ts';
import { call, imageEnd, imagine, startTestApp, until } from '../../support/servers/app.ts';
import { countStarts, price, startRoutedApp, type TestRoute } from '../../support/setups/routed-app.ts';

const checkpoint = 'painter';
const sdModels = '/sdapi/v1/sd-models';

/** A model with an engine that speaks to a fake of a web UI. */
async function startWebui(upstream = checkpoint) {
  const webui = await startSdapiServer({ checkpoints: [checkpoint] });
  const kinora = await startTestApp();
  const operator = await signedIn(kinora, 'operator');
  const model = { model: checkpoint, kind: 'image', operations: ['grid'], versions: ['1'], price };
  await operator.done('model add', model);
  await operator.done('engine add', { engine: 'gpu', kind: 'sdapi', url: webui.url });
  await operator.done('route add', { model: checkpoint, engine: 'gpu', upstream });
  return { webui, kinora, operator };
}

test('a task whose engine ends in the middle waits until it is back', async () => {
  const { webui, kinora, operator } = await startWebui();
  webui.behavior.fault = 'hang';
  const task = await imagine(kinora, 'a fox --v 1');
  await until(
    () =>
      kinora.app.db.pool.query(`select from task_runs where public_id = $1 and phase = 'running'`, [task]),
    ({ rowCount }) => rowCount === 1,
  );
  assert.equal(webui.requests.length, 1);
  await webui.goDown();
  await until(
    async () => (await operator.done('route list', { engine: 'gpu' }))[0],
    ({ state }) => state === 'open',
  );
  const record = async () =>
    (await call(`${kinora.url}/mj/task/${task}/fetch`, { key: kinora.imageKey })).body;
  const waiting = await until(record, ({ description }) => /unavailable since/.test(description));
  assert.match(
    waiting.description,
    /since \d{4}-\d\d-\d\d \d\d:\d\d UTC\. The task continues when it is back/,
  );
  assert.equal(waiting.failReason, null, 'it has not failed');
  assert.ok((await operator.done('task show', { task })).away_since);
  webui.behavior.fault = undefined;
  await webui.comeUp();

  const end = await imageEnd(kinora, task);
  assert.equal(end.status, 'SUCCESS', end.failReason);
  assert.doesNotMatch(end.description, /unavailable/);
  assert.equal(webui.requests.length, 5, 'of the four pictures, only the lost one was begun again');
  assert.equal(end.usage.amount, '0.04');
});

test('a queued task says since when its engine is drained', async () => {
  const { kinora, operator } = await startWebui();
  await operator.done('engine drain', { engine: 'gpu' });
  const task = await imagine(kinora, 'a fox --v 1');
  const record = async () =>
    (await call(`${kinora.url}/mj/task/${task}/fetch`, { key: kinora.imageKey })).body;
  assert.match((await record()).description, /unavailable since \d{4}-\d\d-\d\d/);
  await operator.done('engine resume', { engine: 'gpu' });
  assert.doesNotMatch((await imageEnd(kinora, task)).description, /unavailable/);
});

test('a task that its engine rejects is not offered to it without end while another engine is drained', async () => {
  const { webui, kinora, operator } = await startWebui('unknown');
  await operator.done('engine add', { engine: 'drained', kind: 'sdapi', url: webui.url });
  await operator.done('route add', { model: checkpoint, engine: 'drained', priority: 1 });
  await operator.done('engine drain', { engine: 'drained' });
  const countRequests = () => webui.paths.filter(path => path === sdModels).length;
  const before = countRequests();
  const end = await imageEnd(kinora, await imagine(kinora, 'a fox --v 1'));
  assert.equal(end.status, 'FAILURE');
  assert.match(end.failReason, /checkpoint/);
  assert.ok(countRequests() - before <= 6, `asked ${countRequests() - before} times`);
});

test('the route of an engine that no longer answers about its work is paused until it answers again', async () => {
  const { place, order, operator, kinora } = await startRoutedApp();
  const [only] = (await place([{ behavior: { secondsPerJob: 600 }, slots: 1 }])) as [TestRoute];
  const task = await order();
  await until(
    async () => only.backend.received.length,
    count => count === 1,
  );
  const readState = async () => (await operator.done('route list', { engine: only.name }))[0].state;
  await only.backend.goDown();
  await until(readState, state => state === 'open');
  const engines = await operator.done('engine list');
  const { state, why } = engines.find(({ name }: TestRoute) => name === only.name);
  assert.deepEqual([state, why], ['failing', 'A route is paused: could not connect to its URL.']);
  await only.backend.comeUp();
  await until(readState, state => state === 'closed');
  only.backend.finishRunning();
  assert.equal((await imageEnd(kinora, task)).status, 'SUCCESS');
  assert.equal(only.backend.received.length, 1, 'the work went on');
});

test('refused connections are no failed tries, however often others succeed in between', async () => {
  const { place, order, kinora } = await startRoutedApp();
  const [only] = (await place([{}])) as [TestRoute];
  const { pool } = kinora.app.db;
  await only.backend.goDown();
  const task = await order();
  for (let attempt = 1; attempt <= 5; attempt++) {
    await until(
      () => pool.query('select from task_queue where public_id = $1 and attempt >= $2', [task, attempt]),
      ({ rowCount }) => rowCount === 1,
    );
    if (attempt === 5) await only.backend.comeUp();
    // As the success of another task does.
    await pool.query('delete from breakers where engine = $1', [only.name]);
    await pool.query(`select pg_notify('kinora_engine', $1)`, [only.name]);
    await pool.query('update task_queue set due_at = now() where public_id = $1', [task]);
  }
  const end = await imageEnd(kinora, task);
  assert.equal(end.status, 'SUCCESS', end.failReason);
  const { rows } = await pool.query('select tries from tasks where public_id = $1', [task]);
  assert.equal(rows[0].tries, 0);
});

for (const refusal of ['refuse401', 'refuse404'])
  test(`a task that a backup refuses (${refusal}) waits for the engine that is away, and no try is counted`, async () => {
    const { place, order, kinora } = await startRoutedApp();
    const [primary, backup] = (await place([
      {},
      { behavior: { onStart: refusal }, route: { priority: 1 } },
    ])) as [TestRoute, TestRoute];
    const { pool } = kinora.app.db;
    await primary.backend.goDown();
    const tasks = [await order(), await order()];
    await until(
      async () => {
        // As if the pauses were over.
        await pool.query('update breakers set open_until = now() where open_until > now()');
        await pool.query(`select pg_notify('kinora_engine', $1)`, [primary.name]);
        await pool.query('update task_queue set due_at = now()');
        return pool.query('select from task_queue where public_id = any($1) and attempt >= 6', [tasks]);
      },
      ({ rowCount }) => rowCount === 2,
    );
    assert.ok(backup.backend.counts.refused > 0);
    await primary.backend.comeUp();
    for (const task of tasks) {
      const end = await imageEnd(kinora, task);
      assert.equal(end.status, 'SUCCESS', end.failReason);
    }
    assert.deepEqual(countStarts([primary, backup]), [2, 0]);
    const { rows } = await pool.query('select distinct tries from tasks where public_id = any($1)', [tasks]);
    assert.deepEqual(rows, [{ tries: 0 }]);
  });

test('a task that its backup refuses fails at once if the other engine is drained, even if that engine was busy before', async () => {
  const { place, order, kinora, operator } = await startRoutedApp();
  const [primary, backup] = (await place([
    { behavior: { onStart: 'refuse503', startsAffected: 1 } },
    { route: { priority: 1 } },
  ])) as [TestRoute, TestRoute];
  assert.equal((await imageEnd(kinora, await order())).status, 'SUCCESS');
  assert.deepEqual(countStarts([primary, backup]), [0, 1]);
  await operator.done('engine drain', { engine: primary.name });
  backup.backend.change({ onStart: 'refuse401' });
  const task = await order();
  assert.equal((await imageEnd(kinora, task)).status, 'FAILURE');
  assert.equal(backup.backend.counts.refused, 1);
});

test('a job that its engine cannot start does not pause the route for the others', async () => {
  const { place, order, operator, kinora } = await startRoutedApp();
  const [only] = (await place([{ behavior: { onStart: 'fail500', startsAffected: 3 } }])) as [TestRoute];
  const end = await imageEnd(kinora, await order());
  assert.equal(end.status, 'FAILURE');
  assert.equal(only.backend.counts.refused, 3);
  assert.match(end.failReason, /not available: it responded with status 500/);
  assert.equal((await operator.done('route list', { engine: only.name }))[0].state, 'closed');
});
