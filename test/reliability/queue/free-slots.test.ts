/** When the worker asks for work: at once when a task may be waiting, and later when none is expected to wait. */
import assert from 'node:assert/strict';
import { before, mock, test } from 'node:test';
import { systemClock } from '../../../src/lib/clock.ts';
import { call, imageEnd, imagine, startTestApp, until, type TestApp } from '../../support/servers/app.ts';
import { atEnd } from '../../support/servers/clean-up.ts';
import { signedIn } from '../../support/clients/console-client.ts';
import { startPuppetApp, type PuppetApp } from '../../support/setups/puppet-app.ts';
import { testEngineKind } from '../../support/test-engine/kind.ts';
import { startTestEngineServer } from '../../support/test-engine/server.ts';

const slots = 2;
/** Those of the worker between two pulls, if nothing has happened. */
const [shortestPauseMs, longestPauseMs] = [40, 2000];
let kinora: PuppetApp;
let pulls = 0;

before(async () => {
  // Only this worker uses the slots of a local engine.
  kinora = await startPuppetApp({ traits: { local: true, slots } });
  const { db } = kinora.app;
  const query = db.query.bind(db);
  db.query = (statement, values) => {
    if (statement.name === 'lease_queued_tasks') pulls++;
    return query(statement, values);
  };
  // The worker asks only because something has happened, not because time has passed.
  const { sleep } = systemClock;
  mock.method(systemClock, 'sleep', (ms: number, signal?: AbortSignal) =>
    sleep(signal && ms >= shortestPauseMs && ms <= longestPauseMs ? 3_600_000 : ms, signal),
  );
  restoreBeforeStop();
});

/** Call after the start of each server: it stops with its pauses. */
function restoreBeforeStop(): void {
  atEnd(async () => mock.restoreAll());
}

const inProgress = (id: string) =>
  until(
    () => call(`${kinora.url}/mj/task/${id}/fetch`, { key: kinora.imageKey }),
    ({ body }) => body.status === 'IN_PROGRESS',
  );

/** The records of tasks, and how many of them were in progress at the same time. */
async function endsOf(app: TestApp, ids: readonly string[]) {
  const records = await Promise.all(ids.map(id => imageEnd(app, id)));
  const moments = records
    .flatMap(({ startTime, finishTime }) => [
      [Number(startTime), 1],
      [Number(finishTime), -1],
    ])
    .toSorted(([one = 0, a = 0], [other = 0, b = 0]) => one - other || a - b);
  let running = 0;
  const most = Math.max(...moments.map(([, change = 0]) => (running += change)));
  return { statuses: records.map(({ status }) => status), most };
}

test('the worker does not ask for work at once after a task that left a slot free all the time', async () => {
  const tasks = 8;
  const pullsBefore = pulls;
  for (let task = 0; task < tasks; task++) {
    kinora.puppet.obey = undefined;
    const id = await imagine(kinora, `{"checks":1000000} ${task} --v 1`);
    await inProgress(id);
    kinora.puppet.obey = () => ({});
    await imageEnd(kinora, id);
    await systemClock.sleep(50);
  }
  const more = pulls - pullsBefore - tasks;
  assert.ok(more < tasks, `${more} pulls more than ${tasks} tasks`);
});

test('tasks that wait for a slot start because others end', async () => {
  kinora.puppet.obey = undefined;
  const ids = await Promise.all(
    Array.from({ length: 5 * slots }, (_, task) => imagine(kinora, `{"checks":3} ${task} --v 1`)),
  );
  const { statuses, most } = await endsOf(kinora, ids);
  assert.deepEqual([new Set(statuses), most], [new Set(['SUCCESS']), slots]);
});

test('a task that returns to the queue starts again at once, although a slot was free', async () => {
  const id = await imagine(kinora, '{"checks":3,"check":"lose once"} --v 1');
  assert.equal((await imageEnd(kinora, id)).status, 'SUCCESS');
});

test('tasks that have lost an attempt start one after the other, although slots are free', async () => {
  const holding = await Promise.all(
    Array.from({ length: slots }, (_, task) => imagine(kinora, `{"checks":1000000} ${task} --v 1`)),
  );
  await Promise.all(holding.map(inProgress));
  const ids = await Promise.all([imagine(kinora, 'a fox --v 1'), imagine(kinora, 'a cat --v 1')]);
  await kinora.app.db.pool.query('update task_queue set attempt = 1, lost_attempts = 1');
  kinora.puppet.obey = () => ({ checks: 3 });
  const { statuses, most } = await endsOf(kinora, ids);
  assert.deepEqual([statuses, most], [['SUCCESS', 'SUCCESS'], 1]);
});

test('waiting tasks start when their engine gets more slots', async () => {
  const server = await startTestEngineServer();
  const app = await startTestApp({ kinds: [testEngineKind] });
  restoreBeforeStop();
  const operator = await signedIn(app, 'operator');
  const backend = await server.addBackend('gpu-1', { slots: 10, secondsPerJob: 3600 });
  await operator.done('model add', {
    model: 'painter',
    kind: 'image',
    operations: ['grid'],
    versions: ['1'],
    price: { unit: 'image', rules: [{ unitPrice: '0.01' }], tiers: { fast: '1' } },
  });
  await operator.done('engine add', { engine: 'gpu-1', kind: 'test', url: backend.url, slots: 1 });
  await operator.done('route add', { model: 'painter', engine: 'gpu-1', cost: '0.01', cost_unit: 'image' });
  const started = (count: number) =>
    until(
      async () => Object.keys(backend.counts.accepted).length,
      accepted => accepted === count,
    );
  for (let task = 0; task < 3; task++) await imagine(app, 'a fox --v 1');
  await started(1);
  await operator.done('engine change', { engine: 'gpu-1', slots: 3 });
  await started(3);
});
