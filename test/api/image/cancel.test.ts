/** POST /mj/task/{id}/cancel, and what it responds when a task cannot be cancelled. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { TestApp } from '../../support/servers/app.ts';
import { checkLedger } from '../../support/crashes/ledger-check.ts';
import { acceptedTask, imageClient, type ImageClient } from '../../support/clients/image-client.ts';
import { startScriptedApp } from '../../support/setups/scripted-app.ts';

let kinora: TestApp;
let client: ImageClient;

before(async () => {
  kinora = await startScriptedApp();
  client = imageClient(kinora);
});

test('an unfinished task is cancelled without charge, however often it is cancelled', async () => {
  const before = await checkLedger(kinora);
  const id = acceptedTask(await client.submit('imagine', { prompt: String.raw`\{"checks":100000\} --v 1` }));
  for (const attempt of ['first', 'second']) {
    const { status, body } = await client.cancel(id);
    assert.deepEqual([status, body.code, body.result], [200, 1, id], attempt);
  }
  assert.match((await client.end(id)).failReason ?? '', /cancelled/);
  assert.deepEqual(await checkLedger(kinora), before);
});

test('a finished task cannot be cancelled: the response is 200 with code 4 and names the error', async () => {
  const { id } = await client.make('imagine', { prompt: 'a cat --v 1' });
  const before = await checkLedger(kinora);
  const { status, body } = await client.cancel(id);
  assert.equal(status, 200);
  assert.deepEqual(body, {
    code: 4,
    description: 'The task cannot be cancelled: it is already SUCCESS.',
    result: null,
    properties: { errorCode: 'task_ended' },
  });
  assert.equal((await client.fetch(id)).status, 'SUCCESS');
  assert.deepEqual(await checkLedger(kinora), before);
});

test('an unknown task cannot be cancelled: the response is 404 with code 3', async () => {
  const { status, body } = await client.cancel('1234567890123456');
  assert.deepEqual([status, body.code, body.properties.errorCode], [404, 3, 'task_unknown']);
});
