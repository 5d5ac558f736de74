/** The worker asks for work when a slot becomes free for a task that waits, and not after each task. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { systemClock } from '../../../src/lib/clock.ts';
import { call, imageEnd, imagine, until, type TestApp } from '../../support/servers/app.ts';
import { startPuppetApp } from '../../support/setups/puppet-app.ts';

const slots = 2;
/** Of a worker that has no free slot. */
const longestSleepMs = 2000;
let kinora: TestApp;
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
});

test('the worker does not ask for work after a task that left a slot free all the time', async () => {
  const tasks = 8;
  const startedMs = systemClock.now();
  let afterStart = 0;
  for (let task = 0; task < tasks; task++) {
    const id = await imagine(kinora, `{"checks":20} ${task} --v 1`);
    await until(
      () => call(`${kinora.url}/mj/task/${id}/fetch`, { key: kinora.imageKey }),
      ({ body }) => body.status === 'IN_PROGRESS',
    );
    const before = pulls;
    await imageEnd(kinora, id);
    await systemClock.sleep(50);
    afterStart += pulls - before;
  }
  // An idle worker asks in any case after its longest sleep.
  const idle = Math.ceil((systemClock.now() - startedMs) / longestSleepMs);
  assert.ok(afterStart < tasks / 2 + idle, `${afterStart} pulls after the starts of ${tasks} tasks`);
});

test('tasks that wait for a slot start because others end, not because the worker asks again in any case', async ({
  mock,
}) => {
  const { sleep } = systemClock;
  mock.method(systemClock, 'sleep', (ms: number, signal?: AbortSignal) =>
    sleep(ms === longestSleepMs ? 3_600_000 : ms, signal),
  );
  const ids = await Promise.all(
    Array.from({ length: 5 * slots }, (_, task) => imagine(kinora, `{"checks":3} ${task} --v 1`)),
  );
  const records = await Promise.all(ids.map(id => imageEnd(kinora, id)));
  const moments = records
    .flatMap(({ startTime, finishTime }) => [
      [Number(startTime), 1],
      [Number(finishTime), -1],
    ])
    .toSorted(([one = 0, a = 0], [other = 0, b = 0]) => one - other || a - b);
  let running = 0;
  const most = Math.max(...moments.map(([, change = 0]) => (running += change)));
  assert.equal(most, slots);
});
