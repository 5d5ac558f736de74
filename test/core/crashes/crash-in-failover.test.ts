/**
 * The server is killed between the rejection by one engine and the start on another: the task
 * is started once and paid once.
 */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { imageEnd, imagine } from '../../support/servers/app.ts';
import { checkCrashedLedger } from '../../support/crashes/crashed-ledger-check.ts';
import { makeCrashingServer } from '../../support/crashes/crashing-server.ts';
import type { TestBackend } from '../../support/test-engine/backend.ts';
import type { TestEngineServer } from '../../support/test-engine/open-server.ts';
import { startTestEngineServer } from '../../support/test-engine/server.ts';
import { testInFull } from '../../support/test-in-full.ts';

let engines: TestEngineServer;
before(async () => {
  engines = await startTestEngineServer();
});

const costMicros = 10_000;
const grid = 4 * costMicros;

/** Where the process kills itself: the event, and how often it must have occurred. */
const steps = {
  'the rejection was received but not stored': ['engineFailed', 1],
  'the second engine has the task but was not called': ['taskLeased', 2],
  'the second engine has started, which was not stored': ['taskStarted', 1],
} as const;

const traits = {
  free: { paid: false, afterUnknownStart: 'repeat' },
  paid: { paid: true, afterUnknownStart: 'never' },
} as const;

let backends = 0;

for (const [kind, settings] of Object.entries(traits))
  for (const [step, [event, times]] of Object.entries(steps)) {
    // In a quick run, one of each, where the second engine decides.
    const isQuick = event === (settings.paid ? 'taskStarted' : 'taskLeased');
    (isQuick ? test : testInFull)(
      `the server dies when ${step}: a ${kind} engine starts the task once`,
      async () => {
        const refusing = await engines.addBackend(`refusing-${backends}`, { onStart: 'refuse503' });
        const accepting = await engines.addBackend(`accepting-${backends++}`, { cost: '0.04' });
        const testEngines = [refusing, accepting].map(({ name, url }, priority) => ({
          name,
          url,
          settings,
          costMicros,
          route: { priority },
        }));
        const env = { TEST_ENGINES: JSON.stringify(testEngines) };
        const server = await makeCrashingServer('');
        await server.start({ ...env, CRASH_AT: event, CRASH_TIMES: String(times) });
        const id = await imagine(server as never, 'a fox --v 1');
        await server.waitForExit();
        assert.ok(refusing.counts.refused > 0, 'it was killed during the failover');
        await server.start(env);
        const end = await imageEnd(server as never, id);
        await server.stop();
        const { ends, spentMicros } = await checkCrashedLedger(server);
        // If the engine cannot look up a start, one that may have been accepted is not repeated.
        const isUnknown = settings.afterUnknownStart === 'never' && event !== 'taskLeased';
        const [task] = ends;
        assert.equal(end.status, isUnknown ? 'FAILURE' : 'SUCCESS', JSON.stringify(end));
        assert.deepEqual(
          [task?.error_code, task?.charged_micros],
          isUnknown ? ['start_unknown', 0n] : [null, BigInt(grid)],
        );
        const hasBegun = !isUnknown || event === 'taskStarted';
        assert.deepEqual([startCounts(refusing), startCounts(accepting)], [[], hasBegun ? [1] : []]);
        assert.equal(spentMicros, settings.paid ? grid : 0, 'its possible cost is kept, once');
      },
    );
  }

/** How often it accepted each start. */
function startCounts({ counts }: TestBackend): number[] {
  return Object.values(counts.accepted);
}
