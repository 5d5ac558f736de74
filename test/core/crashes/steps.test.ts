/**
 * Tasks of several steps, while server and database are killed: each step is started once,
 * and finished steps are kept.
 */
import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { reconcile } from '../../../src/core/billing/reconcile.ts';
import { systemClock } from '@kinora/shared/clock';
import { seededRandom } from '@kinora/sketch/random';
import { imageEnd, imagine } from '../../support/servers/app.ts';
import { makeCrashingServer, type CrashingServer } from '../../support/crashes/crashing-server.ts';
import { killDatabase } from '../../support/crashes/kill-database.ts';
import { inDepth, runSeed } from '../../support/depth.ts';
import type { TestBackend } from '../../support/test-engine/backend.ts';
import type { TestEngineServer } from '../../support/test-engine/open-server.ts';
import { untilAllEnded } from '../../support/crashes/until-all-ended.ts';
import { startTestEngineServer } from '../../support/test-engine/server.ts';

let engines: TestEngineServer;
before(async () => {
  engines = await startTestEngineServer();
});

interface StartedServer {
  readonly server: CrashingServer;
  readonly restart: () => Promise<void>;
}

interface Choices {
  readonly kind?: 'test-steps' | 'test-held';
  readonly settings: object;
  readonly crashAt?: string;
  readonly hasOwnPostgres?: boolean;
}

async function startWith(
  backend: TestBackend,
  { kind = 'test-steps', settings, crashAt, hasOwnPostgres = false }: Choices,
): Promise<StartedServer> {
  const server = await makeCrashingServer('', { hasOwnPostgres });
  const engine = { name: backend.name, url: backend.url, kind, settings };
  const env = { TEST_ENGINES: JSON.stringify([engine]) };
  await server.start({ ...env, ...(crashAt !== undefined && { CRASH_AT: crashAt }) });
  return { server, restart: () => server.start(env) };
}

/** How often each step of each task was started, in all tries. */
function startsByStep({ counts }: TestBackend): Map<string, number> {
  const times = new Map<string, number>();
  for (const [key, startCount] of Object.entries(counts.accepted)) {
    const step = key.replace(/\.\d+$/, '').replace(/^([^:]+):\d+/, '$1');
    times.set(step, (times.get(step) ?? 0) + startCount);
  }
  return times;
}

function readEnds(server: CrashingServer): Promise<{ phase: string; charged_micros: bigint }[]> {
  return server.withDatabase(async db => {
    assert.deepEqual(await reconcile(db), []);
    return (await db.pool.query('select phase, charged_micros from tasks order by id')).rows;
  });
}

const events = ['taskLeased', 'taskStarted', 'taskRendered', 'taskSaved'];

for (const event of inDepth({ quick: ['taskStarted'], full: events }))
  test(`the server dies at ${event}: the task continues with its finished steps`, async () => {
    const backend = await engines.addBackend(`free-${event}`);
    const { server, restart } = await startWith(backend, {
      settings: { afterUnknownStart: 'find' },
      crashAt: event,
    });
    const id = await imagine(server as never, 'a fox --v 1');
    await server.waitForExit();
    await restart();
    assert.equal((await imageEnd(server as never, id)).status, 'SUCCESS');
    await server.stop();
    assert.deepEqual([...startsByStep(backend).values()], [1, 1, 1, 1]);
  });

for (const isPaid of inDepth({ quick: [true], full: [false, true] }))
  test(`the server dies between the file of an answer and its manifest: ${isPaid ? 'it is not paid again' : 'it is requested again'}`, async () => {
    const backend = await engines.addBackend(`spooled-${isPaid}`);
    const { server, restart } = await startWith(backend, {
      kind: 'test-held',
      settings: { paid: isPaid, afterUnknownStart: isPaid ? 'never' : 'repeat' },
      crashAt: 'answerSpooled',
    });
    const id = await imagine(server as never, 'a fox --v 1');
    await server.waitForExit();
    assert.ok((await listSpooledFiles(server)).length > 0, 'it was killed with a file in the spool');
    await restart();
    const { status } = await imageEnd(server as never, id);
    await server.stop();
    const [end] = await readEnds(server);
    assert.deepEqual([status, end?.charged_micros], isPaid ? ['FAILURE', 0n] : ['SUCCESS', 40_000n]);
    if (isPaid) for (const [step, times] of startsByStep(backend)) assert.equal(times, 1, step);
    assert.deepEqual(await listSpooledFiles(server), [], 'nothing of the incomplete answer is left');
  });

/** The files that engines keep until their task is saved. */
async function listSpooledFiles({ dataDir }: CrashingServer): Promise<string[]> {
  const files = join(dataDir, 'files');
  const paths = await readdir(files, { recursive: true });
  return paths.filter(path => /\/spool\/[^/]+\//.test(path));
}

const storms = [
  {
    kind: 'test-steps',
    isPaid: false,
    afterUnknownStart: 'find',
    title: 'every grid of four steps is finished',
  },
  { kind: 'test-steps', isPaid: true, afterUnknownStart: 'never', title: 'no paid step is paid twice' },
  {
    kind: 'test-held',
    isPaid: false,
    afterUnknownStart: 'repeat',
    title: 'answers that are sent only once are kept or requested again',
  },
  {
    kind: 'test-held',
    isPaid: true,
    afterUnknownStart: 'never',
    title: 'no answer that is sent only once is paid twice',
  },
] as const;

for (const [index, { kind, isPaid, afterUnknownStart, title }] of inDepth({
  quick: [],
  full: [...storms.entries()],
}))
  test(`random kills of server and database: ${title}`, async () => {
    const random = seededRandom(runSeed + index);
    const backend = await engines.addBackend(`storm-${index}`, { secondsPerJob: 0.08, slots: 100 });
    const { server, restart } = await startWith(backend, {
      kind,
      settings: { paid: isPaid, afterUnknownStart },
      hasOwnPostgres: true,
    });
    const taskIds: string[] = [];
    for (let kill = 0; kill < 8; kill++) {
      for (let order = 0; order < 3; order++) {
        const id = await imagine(server as never, 'a fox --v 1').catch(() => undefined);
        if (id) taskIds.push(id);
      }
      await systemClock.sleep(random() * 400);
      if (random() < 0.3) killDatabase(server.dataDir);
      server.kill();
      await server.waitForExit();
      await restart();
    }
    // However many of the others were interrupted, one that was not succeeds.
    taskIds.push(await imagine(server as never, 'a fox --v 1'));
    await untilAllEnded(server, taskIds);
    await server.stop();
    // A free engine gets the request again if its answer was lost with the process.
    if (isPaid || kind === 'test-steps')
      for (const [step, times] of startsByStep(backend))
        assert.equal(times, 1, `${step} was started ${times} times`);
    const ends = await readEnds(server);
    assert.ok(ends.length >= taskIds.length && taskIds.length > 10);
    for (const { phase, charged_micros: chargedMicros } of ends) {
      if (!isPaid) assert.equal(phase, 'succeeded');
      assert.equal(chargedMicros, phase === 'succeeded' ? 40_000n : 0n);
    }
    assert.ok(ends.some(({ phase }) => phase === 'succeeded'));
  });
