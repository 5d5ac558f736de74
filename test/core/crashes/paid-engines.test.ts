/**
 * Engines whose jobs cost the operator money: whatever is killed, no job is paid
 * twice, and no budget is exceeded.
 */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { systemClock } from '@kinora/shared/clock';
import { seededRandom } from '@kinora/sketch/random';
import { call, imageEnd, imagine, until } from '../../support/servers/app.ts';
import { checkCrashedLedger } from '../../support/crashes/crashed-ledger-check.ts';
import { makeCrashingServer } from '../../support/crashes/crashing-server.ts';
import { inDepth, isFullRun, runSeed } from '../../support/depth.ts';
import { killDatabase } from '../../support/crashes/kill-database.ts';
import type { PlacedEngine } from '../../support/test-engine/place-engines.ts';
import type { TestBackend } from '../../support/test-engine/backend.ts';
import type { TestEngineServer } from '../../support/test-engine/open-server.ts';
import { untilAllEnded } from '../../support/crashes/until-all-ended.ts';
import { whileClientsSubmit } from '../../support/crashes/while-clients-submit.ts';
import { startTestEngineServer } from '../../support/test-engine/server.ts';
import { testInFull } from '../../support/test-in-full.ts';

let engines: TestEngineServer;
before(async () => {
  engines = await startTestEngineServer();
});

const costMicros = 10_000;
const grid = 4 * costMicros;
let backends = 0;

async function paidBackend(behavior: object = {}): Promise<TestBackend> {
  return engines.addBackend(`paid-${backends++}`, { cost: '0.04', ...behavior });
}

function paidEngine({ name, url }: TestBackend, more: Partial<PlacedEngine> = {}): PlacedEngine {
  return { name, url, settings: { paid: true, afterUnknownStart: 'never' }, costMicros, ...more };
}

async function startWith(
  testEngines: readonly PlacedEngine[],
  env: Readonly<Record<string, string>> = {},
  { hasOwnPostgres = false } = {},
) {
  const server = await makeCrashingServer('', { hasOwnPostgres });
  const settings = { TEST_ENGINES: JSON.stringify(testEngines), ...env };
  await server.start(settings);
  return { server, restart: () => server.start({ TEST_ENGINES: settings.TEST_ENGINES }) };
}

/**
 * How often each task was started, on all backends together. The start key is the id of the task and its try.
 */
function purchases(...all: readonly TestBackend[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const {
    counts: { accepted: startsByKey },
  } of all)
    for (const [key, times] of Object.entries(startsByKey)) {
      const task = key.replace(/:\d+$/, '');
      counts.set(task, (counts.get(task) ?? 0) + times);
    }
  return counts;
}

function assertBoughtOnce(...all: readonly TestBackend[]): void {
  for (const [task, times] of purchases(...all)) assert.equal(times, 1, `${task} was paid ${times} times`);
}

const steps = {
  'was leased': ['taskLeased', 1],
  'was started, which was not stored': ['taskStarted', 1],
  'was generated, which was not stored': ['taskRendered', 1],
  'has its files and is not finished': ['taskSaved', 1],
} as const;

/** In a quick run, it dies where the most can be lost: its provider is paid, and nothing says so. */
const stepsHere = Object.entries(steps).filter(([, [event]]) => isFullRun || event === 'taskStarted');

for (const [step, [event]] of stepsHere) {
  test(`the server dies when a paid task ${step}: it is not paid twice, and charged only on success`, async () => {
    const backend = await paidBackend();
    const { server, restart } = await startWith([paidEngine(backend)], { CRASH_AT: event });
    const id = await imagine(server as never, 'a fox --v 1');
    await server.waitForExit();
    await restart();
    const end = await imageEnd(server as never, id);
    await server.stop();
    assertBoughtOnce(backend);
    const { ends, spentMicros } = await checkCrashedLedger(server);
    const [task] = ends;
    const isLost = event === 'taskStarted' || end.status !== 'SUCCESS';
    assert.equal(task?.phase, isLost ? 'failed' : 'succeeded', JSON.stringify(end));
    assert.equal(task?.charged_micros, isLost ? 0n : BigInt(grid));
    if (isLost) assert.equal(task?.error_code, 'start_unknown');
    assert.equal(task?.cost_micros, BigInt(grid), 'its possible cost to the operator is kept');
    assert.equal(spentMicros, grid);
  });
}

test('a start whose response is lost after the engine accepted it ends uncharged and is paid once', async () => {
  const backend = await paidBackend({ onStart: 'acceptThenReset' });
  const other = await paidBackend();
  const { server } = await startWith([paidEngine(backend), paidEngine(other, { route: { priority: 1 } })]);
  const end = await imageEnd(server as never, await imagine(server as never, 'a fox --v 1'));
  assert.equal(end.status, 'FAILURE');
  await server.stop();
  assertBoughtOnce(backend, other);
  assert.equal(purchases(other).size, 0, 'no other engine is called, because the first may have accepted it');
  const { ends, spentMicros } = await checkCrashedLedger(server);
  assert.deepEqual([ends[0]?.error_code, ends[0]?.charged_micros, spentMicros], ['start_unknown', 0n, grid]);
});

for (const [afterUnknownStart, outcome] of inDepth({
  quick: [['find', 'cannot be looked up']] as const,
  full: [
    ['repeat', 'is rejected when it is repeated'],
    ['find', 'cannot be looked up'],
  ] as const,
})) {
  test(`a paid start whose response is lost, and that ${outcome}, is not started elsewhere`, async () => {
    const backend = await paidBackend({ onStart: 'acceptThenReset', startsAffected: 1, secondsPerJob: 3600 });
    const other = await paidBackend();
    const settings = { paid: true, afterUnknownStart };
    const { server } = await startWith([
      paidEngine(backend, { settings }),
      paidEngine(other, { route: { priority: 1 }, settings }),
    ]);
    const id = await imagine(server as never, 'a fox --v 1');
    await until(
      async () => purchases(backend).size,
      size => size === 1,
    );
    if (afterUnknownStart === 'find') await backend.goDown();
    else backend.change({ onStart: 'refuse429', startsAffected: 1000 });
    const end = await imageEnd(server as never, id);
    assert.equal(end.status, 'FAILURE', JSON.stringify(end));
    await server.stop();
    assertBoughtOnce(backend, other);
    assert.equal(purchases(other).size, 0);
    const { ends, spentMicros } = await checkCrashedLedger(server);
    assert.deepEqual(
      [ends[0]?.error_code, ends[0]?.charged_micros, spentMicros],
      ['start_unknown', 0n, grid],
    );
  });
}

test('a start that was certainly rejected is started elsewhere, and its reservation is released', async () => {
  const [dead, busy, well] = [
    await paidBackend(),
    await paidBackend({ onStart: 'refuse503' }),
    await paidBackend(),
  ];
  await dead.goDown();
  const { server } = await startWith([
    paidEngine(dead),
    paidEngine(busy, { route: { priority: 1 } }),
    paidEngine(well, { route: { priority: 2 } }),
  ]);
  const end = await imageEnd(server as never, await imagine(server as never, 'a fox --v 1'));
  assert.equal(end.status, 'SUCCESS', JSON.stringify(end));
  await server.stop();
  assertBoughtOnce(dead, busy, well);
  assert.equal((await checkCrashedLedger(server)).spentMicros, grid);
});

testInFull('work that a paid engine loses is not paid again', async () => {
  const backend = await paidBackend({ secondsPerJob: 3600 });
  const { server } = await startWith([paidEngine(backend)]);
  const id = await imagine(server as never, 'a fox --v 1');
  await until(
    async () => purchases(backend).size,
    size => size === 1,
  );
  await backend.restart();
  const end = await imageEnd(server as never, id);
  await server.stop();
  assert.equal(end.status, 'FAILURE');
  assertBoughtOnce(backend);
  const { ends } = await checkCrashedLedger(server);
  assert.deepEqual([ends[0]?.error_code, ends[0]?.charged_micros], ['paid_work_lost', 0n]);
});

test('a paid job is cancelled only if its provider can cancel it, and otherwise ends as usual', async () => {
  const [firm, kind] = [
    await paidBackend({ secondsPerJob: 3600, canCancel: false }),
    await paidBackend({ secondsPerJob: 3600 }),
  ];
  const settings = { paid: true, afterUnknownStart: 'never' };
  for (const [backend, canCancel] of [
    [firm, false],
    [kind, true],
  ] as const) {
    const { server } = await startWith([paidEngine(backend, { settings: { ...settings, canCancel } })]);
    const id = await imagine(server as never, 'a fox --v 1');
    await until(
      async () => purchases(backend).size,
      size => size === 1,
    );
    const cancelUrl = `${server.url}/mj/task/${id}/cancel`;
    const { status, body } = await call(cancelUrl, { key: server.imageKey, json: {} });
    assert.equal(status, 200);
    assert.equal(body.code, canCancel ? 1 : 4, JSON.stringify(body));
    if (!canCancel) {
      assert.match(body.description, /cannot be cancelled/);
      assert.equal(body.properties.errorCode, 'task_bought');
      backend.finishRunning();
    }
    const end = await imageEnd(server as never, id);
    assert.equal(end.status, canCancel ? 'FAILURE' : 'SUCCESS');
    await server.stop();
    const [task] = (await checkCrashedLedger(server)).ends;
    assert.equal(task?.charged_micros, canCancel ? 0n : BigInt(grid));
  }
});

test('a budget stops before it is exceeded, and the other route takes the rest', async () => {
  const [cheap, expensive] = [await paidBackend(), await paidBackend()];
  const { server } = await startWith([
    paidEngine(cheap, { dayBudgetMicros: 5 * grid + grid / 2 }),
    paidEngine(expensive, { route: { priority: 1 } }),
  ]);
  const ids = await Promise.all(Array.from({ length: 12 }, () => imagine(server as never, 'a fox --v 1')));
  for (const id of ids) assert.equal((await imageEnd(server as never, id)).status, 'SUCCESS');
  await server.stop();
  assertBoughtOnce(cheap, expensive);
  assert.deepEqual([purchases(cheap).size, purchases(expensive).size], [5, 7]);
  assert.equal((await checkCrashedLedger(server)).spentMicros, 12 * grid);
});

if (isFullRun)
  test('random kills of server and database pay no task twice and exceed no budget', async () => {
    const random = seededRandom(runSeed);
    const [one, two] = [
      await paidBackend({ secondsPerJob: 0.05 }),
      await paidBackend({ secondsPerJob: 0.1 }),
    ];
    const budget = 30 * grid;
    const { server, restart } = await startWith(
      [paidEngine(one, { dayBudgetMicros: budget }), paidEngine(two, { route: { weight: 2 } })],
      {},
      { hasOwnPostgres: true },
    );
    const taskIds: string[] = [];
    const submit = async (): Promise<void> => {
      const id = await imagine(server as never, 'a fox --v 1').catch(() => undefined);
      if (id) taskIds.push(id);
      await systemClock.sleep(20 + random() * 60);
    };
    await whileClientsSubmit(2, submit, async () => {
      let [acceptedBefore, acceptedBeforeLast] = [0, 0];
      for (let kill = 0; kill < 10; kill++) {
        const next = taskIds.length + 5 + random() * 15;
        await until(
          async () => taskIds.length,
          count => count >= next,
        );
        // However slow the machine is, a kill interrupts no task a third time: after
        // several in a row a task ends.
        await untilAllEnded(server, taskIds.slice(0, acceptedBeforeLast));
        [acceptedBeforeLast, acceptedBefore] = [acceptedBefore, taskIds.length];
        if (random() < 0.4) killDatabase(server.dataDir);
        if (random() < 0.7) {
          server.kill();
          await server.waitForExit();
          await restart();
        }
      }
    });
    await untilAllEnded(server, taskIds);
    await server.stop();
    assertBoughtOnce(one, two);
    assert.ok(purchases(one).size * grid <= budget, `${purchases(one).size} jobs`);
    const { ends } = await checkCrashedLedger(server);
    assert.deepEqual(
      ends.filter(({ phase, error_code: code }) => phase !== 'succeeded' && code !== 'start_unknown'),
      [],
    );
    assert.ok(purchases(one).size + purchases(two).size > 10);
  });
