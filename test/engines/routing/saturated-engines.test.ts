/** Ten busy engines of different speed and reliability for one model: each gets its share of the work. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { reconcile } from '../../../src/core/billing/reconcile.ts';
import { systemClock } from '@kinora/shared/clock';
import { call, imageEnd, until } from '../../support/servers/app.ts';
import { startRoutedApp, sum, type TestRoute, type RoutedApp } from '../../support/setups/routed-app.ts';

let routedApp: RoutedApp;

before(async () => {
  routedApp = await startRoutedApp();
});

/** How long each engine works on a job, and which share of its jobs fails. */
const ten = [1, 1, 1.5, 1.5, 2, 2, 2, 3, 3, 4].map((seconds, index) => ({
  seconds,
  failShare: [0, 0.05, 0.15][index % 3] ?? 0,
}));
const jobs = 60;
/**
 * The deviation from the share that the speed of an engine entitles it to. Fetching the next job takes a
 * moment, which levels the shares on a busy machine.
 */
const tolerance = 0.25;

test('the share of each follows its speed to within 25 %, and no task is lost or runs twice', async () => {
  const { kinora } = routedApp;
  const routes = await routedApp.place(
    ten.map(({ seconds, failShare }) => ({
      behavior: { secondsPerJob: seconds, failShare },
      slots: 1,
    })),
  );
  const model = routes[0]?.name.replace(/-0$/, '');
  const tasks = await Promise.all(
    // More than are counted, so that no engine runs out of work.
    Array.from({ length: jobs + 2 * ten.length }, async () => {
      // A shorten creates no files, whose storing would take longer than the work.
      const json = { prompt: 'a quiet green hill', model };
      const { body } = await call(`${kinora.url}/mj/submit/shorten`, { key: kinora.imageKey, json });
      assert.ok([1, 22].includes(body.code), JSON.stringify(body));
      return body.result as string;
    }),
  );
  await until(
    async () => sum(routes.map(endedCount)),
    count => count >= jobs,
  );
  const done = routes.map((one, index) => endedCount(one) + runningShare(one, ten[index]?.seconds ?? 1));
  const speeds = sum(ten.map(({ seconds }) => 1 / seconds));
  for (const [index, { seconds }] of ten.entries()) {
    const share = (done[index] ?? 0) / sum(done);
    const due = 1 / seconds / speeds;
    assert.ok(Math.abs(share / due - 1) <= tolerance, `engine ${index}: ${share}, not ${due}: ${done}`);
  }
  for (const { backend } of routes) {
    backend.change({ secondsPerJob: 0, failShare: 0 });
    backend.finishRunning();
  }
  const statuses: string[] = [];
  for (const task of tasks) statuses.push((await imageEnd(kinora, task)).status);
  const all = routes.map(({ backend }) => backend.counts);
  assert.ok(sum(all.map(({ failed }) => failed)) > 0, 'some failed and were retried');
  assert.equal(
    sum(all.map(({ succeeded }) => succeeded)),
    statuses.filter(status => status === 'SUCCESS').length,
  );
  assert.ok(statuses.filter(status => status !== 'SUCCESS').length <= 2, 'three failures in a row are rare');
  for (const { accepted: startsByKey, maxRunning } of all) {
    assert.ok(Object.values(startsByKey).every(times => times === 1));
    assert.equal(maxRunning, 1);
  }
});

function endedCount({ backend }: TestRoute): number {
  return backend.counts.succeeded + backend.counts.failed;
}

/** How much of the job in progress is done. */
function runningShare({ backend }: TestRoute, seconds: number): number {
  if (backend.counts.running === 0) return 0;
  const startedAt = backend.received.at(-1)?.at ?? 0;
  return Math.min(1, (systemClock.now() - startedAt) / 1000 / seconds);
}

test('after all these tests the ledger balances', async () => {
  assert.deepEqual(await reconcile(routedApp.kinora.app.db), []);
});
