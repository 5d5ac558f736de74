/** When a worker pulls tasks: immediately if one may be waiting, otherwise a moment later. */
import assert from 'node:assert/strict';
import { before, mock, test } from 'node:test';
import { systemClock } from '@kinora/shared/clock';
import { call, imageEnd, imagine, until } from '../../support/servers/app.ts';
import { atEnd } from '../../support/servers/clean-up.ts';
import { startScriptedApp, type ScriptedApp } from '../../support/setups/scripted-app.ts';
import { countStarts, startRoutedApp } from '../../support/setups/routed-app.ts';

const slots = 2;
/** The pauses of an idle worker between two pulls. */
const [shortestPauseMs, longestPauseMs] = [40, 2000];
let kinora: ScriptedApp;
let pulls = 0;

before(async () => {
  // Only this worker uses the slots of a local engine.
  kinora = await startScriptedApp({ traits: { local: true, slots } });
  const { db } = kinora.app;
  const query = db.query.bind(db);
  db.query = (statement, values) => {
    if (statement.name === 'lease_queued_tasks') pulls++;
    return query(statement, values);
  };
  // Pulls follow events only, not the passing of time.
  const { sleep } = systemClock;
  mock.method(systemClock, 'sleep', (ms: number, signal?: AbortSignal) =>
    sleep(signal && ms >= shortestPauseMs && ms <= longestPauseMs ? 3_600_000 : ms, signal),
  );
  restoreBeforeStop();
});

/** Called after the start of each server, because a server needs its pauses to stop. */
function restoreBeforeStop(): void {
  atEnd(async () => mock.restoreAll());
}

const waitForProgress = (id: string) =>
  until(
    () => call(`${kinora.url}/mj/task/${id}/fetch`, { key: kinora.imageKey }),
    ({ body }) => body.status === 'IN_PROGRESS',
  );

/** The records of tasks, and how many of them were in progress at the same time. */
async function waitForEnds(ids: readonly string[]) {
  const records = await Promise.all(ids.map(id => imageEnd(kinora, id)));
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

test('a worker whose slots were never all in use does not pull immediately when a task ends', async () => {
  const tasks = 8;
  const pullsBefore = pulls;
  for (let task = 0; task < tasks; task++) {
    kinora.scriptedServer.obey = undefined;
    const id = await imagine(kinora, `{"checks":1000000} ${task} --v 1`);
    await waitForProgress(id);
    kinora.scriptedServer.obey = () => ({});
    await imageEnd(kinora, id);
    await systemClock.sleep(50);
  }
  const more = pulls - pullsBefore - tasks;
  assert.ok(more < tasks, `${more} pulls more than ${tasks} tasks`);
});

test('tasks that wait for a slot start because others end', async () => {
  kinora.scriptedServer.obey = undefined;
  const ids = await Promise.all(
    Array.from({ length: 5 * slots }, (_, task) => imagine(kinora, `{"checks":3} ${task} --v 1`)),
  );
  const { statuses, most } = await waitForEnds(ids);
  assert.deepEqual([new Set(statuses), most], [new Set(['SUCCESS']), slots]);
});

test('a requeued task starts again immediately, even if a slot was free', async () => {
  const id = await imagine(kinora, '{"checks":3,"check":"lose once"} --v 1');
  assert.equal((await imageEnd(kinora, id)).status, 'SUCCESS');
});

test('tasks that have lost an attempt start one at a time, even if slots are free', async () => {
  const holding = await Promise.all(
    Array.from({ length: slots }, (_, task) => imagine(kinora, `{"checks":1000000} ${task} --v 1`)),
  );
  await Promise.all(holding.map(waitForProgress));
  const ids = await Promise.all([imagine(kinora, 'a fox --v 1'), imagine(kinora, 'a cat --v 1')]);
  await kinora.app.db.pool.query('update task_queue set attempt = 1, lost_attempts = 1');
  const checks = 3;
  // On the engine: once the result is there, the next task may start while the files are stored.
  let [running, most] = [0, 0];
  kinora.scriptedServer.onCall = (step, job) => {
    if (!['a fox', 'a cat'].includes(job?.job.prompt ?? '')) return;
    if (step === 'start') most = Math.max(most, ++running);
    if (step === 'check' && job?.checks === checks - 1) running--;
  };
  kinora.scriptedServer.obey = () => ({ checks });
  const { statuses } = await waitForEnds(ids);
  assert.deepEqual([statuses, most], [['SUCCESS', 'SUCCESS'], 1]);
});

test('waiting tasks start when their engine gets more slots', async () => {
  const { operator, order, place } = await startRoutedApp();
  restoreBeforeStop();
  const routes = await place([{ behavior: { secondsPerJob: 3600 }, slots: 1 }]);
  const waitForStarts = (count: number) =>
    until(
      async () => countStarts(routes),
      ([jobs]) => jobs === count,
    );
  for (let task = 0; task < 3; task++) await order();
  await waitForStarts(1);
  await operator.done('engine change', { engine: routes[0]!.name, slots: 3 });
  await waitForStarts(3);
});
