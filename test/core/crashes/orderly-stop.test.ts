/** An orderly stop keeps the results of an engine, and the next process continues with them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Engine } from '../../../src/engines/contract/engine.ts';
import { StorageError } from '../../../src/media/storage/storage-error.ts';
import { imageEnd, imagine, startTestApp, until, startTestAppOn } from '../../support/servers/app.ts';
import { scriptedCards } from '../../support/engines/cards.ts';
import { startScriptedServer } from '../../support/engines/scripted-server.ts';
import { scriptedEngine } from '../../support/engines/scripted-engine.ts';

test('a paid result that was not saved before a stop is saved by the next process, not paid again', async () => {
  const scriptedServer = await startScriptedServer();
  const paidEngine = scriptedEngine(scriptedServer.url, { local: true, isPaid: true });
  let cancels = 0;
  const full: Engine = {
    ...paidEngine,
    open: async () => {
      throw new StorageError('full', 'no space left');
    },
    cancel: async handle => {
      cancels++;
      await paidEngine.cancel(handle);
    },
  };
  const settings = { KINORA_DRAIN_SECONDS: '0' };
  const first = await startTestApp({ engines: [full], cards: scriptedCards, settings });
  const task = await imagine(first, '{} --v 1');
  await until(
    () => first.app.db.pool.query(`select from task_runs where phase = 'saving' and public_id = $1`, [task]),
    ({ rowCount }) => rowCount === 1,
  );
  await first.app.stop();
  assert.equal(cancels, 0);

  const second = await startTestAppOn(first, { engines: [paidEngine], cards: scriptedCards });
  const record = await imageEnd(second, task);
  assert.equal(record.status, 'SUCCESS', record.failReason);
  assert.deepEqual([...scriptedServer.startCounts.values()], [1]);
});
