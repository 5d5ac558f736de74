/**
 * Prompts that were pasted or written for other models: each is understood, or
 * rejected before anything is paid.
 */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { call, type TestApp } from '../../support/servers/app.ts';
import { checkLedger } from '../../support/crashes/ledger-check.ts';
import { acceptedTask, imageClient, type ImageClient } from '../../support/clients/image-client.ts';
import { startScriptedApp } from '../../support/setups/scripted-app.ts';

let kinora: TestApp;
let client: ImageClient;

before(async () => {
  kinora = await startScriptedApp();
  client = imageClient(kinora);
});

test('a JSON object is one prompt, and braces that may mean something else are rejected', async () => {
  const before = await checkLedger(kinora);
  for (const prompt of ['a {{red}} fox', 'a {red|blue} fox', '{"scene": "a fox, at dawn", "style"}']) {
    const { body } = await client.submit('imagine', { prompt: `${prompt} --v 1` });
    assert.deepEqual([body.code, body.result], [4, null], prompt);
    assert.match(body.description, /\\\{/, prompt);
  }
  assert.deepEqual(await checkLedger(kinora), before);
  const json = '{"scene": "a red fox, at dawn", "colors": ["#ff0000", "#00ff00"]}';
  const answer = await client.submit('imagine', { prompt: `${json} --v 1` });
  assert.equal(answer.body.properties.taskIds, undefined);
  const record = await client.fetch(acceptedTask(answer));
  assert.equal(record.properties['finalPrompt'], `${json} --v 1.0`);
});

test('a prompt as it was pasted is shown as it was typed and understood as it was meant', async () => {
  const prompt = '/imagine prompt: a f\u200box — ar 16:9 -v 1';
  const record = await client.fetch(acceptedTask(await client.submit('imagine', { prompt })));
  assert.equal(record.prompt, prompt);
  assert.equal(record.properties['finalPrompt'], 'a fox --ar 16:9 --v 1.0');
});

test('a version that a parameter needs is used, and the response says so', async () => {
  const { body } = await client.submit('imagine', { prompt: 'a hill --hd' });
  assert.equal(body.code === 1 || body.code === 22, true, body.description);
  assert.deepEqual([body.properties.version, body.properties.versionFrom], ['8.2', '--hd']);
});

test('the list of Midjourney accounts is empty', async () => {
  const { status, body } = await call(`${kinora.url}/mj/account/list`, { key: kinora.imageKey });
  assert.deepEqual([status, body], [200, []]);
});
