/**
 * The storage fails while an engine stores inputs or outputs: the engine is not to blame, and the task waits.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Engine } from '../../../src/engines/contract/engine.ts';
import { systemClock } from '@kinora/shared/clock';
import { StorageError } from '../../../src/media/storage/storage-error.ts';
import { readCatalogue } from '../../../src/core/catalogue/models/catalogue.ts';
import { runTrial, trialJob } from '../../../src/core/operate/engines/run-trial.ts';
import { imageEnd, imagine, startTestApp } from '../../support/servers/app.ts';
import { scriptedCards } from '../../support/engines/cards.ts';
import { startScriptedServer } from '../../support/engines/scripted-server.ts';
import { scriptedEngine } from '../../support/engines/scripted-engine.ts';

/** Its start and its files fail this many times. */
function failingEngine(
  url: string,
  failures: { start: number; open: number },
  traits: Partial<Engine['traits']> = {},
) {
  const engine = scriptedEngine(url);
  const left = { ...failures };
  const keys: string[] = [];
  const failOnce = (method: keyof typeof left) => {
    if (left[method]-- > 0) throw new StorageError('full', 'no space left');
  };
  const failing: Engine = {
    ...engine,
    traits: { ...engine.traits, ...traits },
    start: async (job, key, signal) => {
      keys.push(key);
      failOnce('start');
      return engine.start(job, key, signal);
    },
    open: async (...file) => {
      failOnce('open');
      return engine.open(...file);
    },
  };
  return { failing, keys };
}

test('a task is retried with the same key while the storage fails, and the breaker counts no failure', async () => {
  const scriptedServer = await startScriptedServer();
  const { failing, keys } = failingEngine(scriptedServer.url, { start: 1, open: 1 });
  const kinora = await startTestApp({ engines: [failing], cards: scriptedCards });
  const record = await imageEnd(kinora, await imagine(kinora, '{} --v 1'));
  assert.equal(record.status, 'SUCCESS', record.failReason);
  assert.deepEqual([keys.length, new Set(keys).size, scriptedServer.startCounts.size], [2, 1, 1]);
  const { rows } = await kinora.app.db.pool.query('select * from breakers');
  assert.deepEqual(rows, []);
});

test('a paid start that failed in the storage was not accepted, and starts once the storage works', async () => {
  const scriptedServer = await startScriptedServer();
  const paidTraits = { isPaid: true, afterUnknownStart: 'never' } as const;
  const { failing, keys } = failingEngine(scriptedServer.url, { start: 2, open: 0 }, paidTraits);
  const kinora = await startTestApp({ engines: [failing], cards: scriptedCards });
  const record = await imageEnd(kinora, await imagine(kinora, '{} --v 1'));
  assert.equal(record.status, 'SUCCESS', record.failReason);
  assert.deepEqual([keys.length, new Set(keys).size, scriptedServer.startCounts.size], [3, 1, 1]);
});

test('a trial reports the failed storage, not the engine', async () => {
  const scriptedServer = await startScriptedServer();
  const { failing } = failingEngine(scriptedServer.url, { start: 1, open: 0 });
  const job = trialJob(
    'test',
    readCatalogue(scriptedCards).models.map(({ card }) => card),
  );
  assert.ok(job);
  const { error } = await runTrial(failing, job, { clock: systemClock, timeoutMs: 10_000 });
  assert.equal(error?.code, 'internal');
});
