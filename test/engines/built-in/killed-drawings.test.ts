/**
 * The drawing processes of the built-in engine are killed: the task is drawn again, or fails without
 * a charge after its attempts.
 */
import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { subscribe } from 'node:diagnostics_channel';
import { before, beforeEach, test } from 'node:test';
import { call, imageEnd, imagine, startTestApp, type TestApp } from '../../support/servers/app.ts';

let kinora: TestApp;
let killCount = 0;
let mostKills = 0;

before(async () => {
  subscribe('child_process', message => {
    const { process: child } = message as { process: ChildProcess };
    child.once('spawn', () => {
      if (killCount >= mostKills || !child.spawnargs.some(arg => arg.endsWith('sketch-process.ts'))) return;
      killCount++;
      child.kill('SIGKILL');
    });
  });
  kinora = await startTestApp({ settings: { KINORA_SKETCH_THREADS: '1' } });
});

beforeEach(() => {
  killCount = 0;
});

test('a grid whose drawing processes are killed at every attempt fails without a charge', async () => {
  mostKills = Number.POSITIVE_INFINITY;
  const record = await imageEnd(kinora, await imagine(kinora, 'a lighthouse on a cliff --v 1'));
  assert.equal(record.status, 'FAILURE');
  assert.match(record.failReason, /the drawing was interrupted/);
  assert.deepEqual([record.usage.amount, record.usage.charged], ['0.00', false]);
  assert.equal((await call(`${kinora.url}/readyz`)).status, 200);
});

test('a grid whose drawing process is killed once is drawn again and charged once', async () => {
  mostKills = 1;
  const record = await imageEnd(kinora, await imagine(kinora, 'a lighthouse on a cliff --v 1'));
  assert.equal(killCount, 1);
  assert.equal(record.status, 'SUCCESS', record.failReason);
  assert.equal(record.usage.charged, true);
});
