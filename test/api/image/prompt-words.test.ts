/**
 * What an engine understands of a prompt, in responses and records. The scripted engine reads prompts
 * as the built-in engine does.
 */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { sketchPromptReader } from '../../../src/engines/kinds/sketch/prompt-reader.ts';
import { call, startTestApp, videoEnd, type TestApp } from '../../support/servers/app.ts';
import { checkLedger } from '../../support/crashes/ledger-check.ts';
import { scriptedCards } from '../../support/engines/cards.ts';
import {
  acceptedTask,
  imageClient,
  plainPicture,
  type ImageClient,
} from '../../support/clients/image-client.ts';
import { startScriptedServer } from '../../support/engines/scripted-server.ts';
import { scriptedEngine } from '../../support/engines/scripted-engine.ts';

let kinora: TestApp;
let client: ImageClient;

async function startAppWithReader(settings: Readonly<Record<string, string>> = {}): Promise<TestApp> {
  const engine = scriptedEngine((await startScriptedServer()).url);
  const promptReader = sketchPromptReader;
  return startTestApp({ engines: [{ ...engine, promptReader }], cards: scriptedCards, settings });
}

before(async () => {
  kinora = await startAppWithReader();
  client = imageClient(kinora);
});

const small = { model: 'sketch-motion', resolution: '480p', aspect_ratio: '1:1', seconds: 2 };
const post = (path: string, json: unknown, headers = {}) =>
  call(`${kinora.url}/v1/videos${path}`, { key: kinora.videoKey, json, headers });
const picture = async () => `data:image/png;base64,${await plainPicture({ width: 96, height: 96 })}`;
const nonsense = 'quantum flux capacitor';

test('a prompt of which nothing is understood is rejected with the reason, without a task or charge', async () => {
  const before = await checkLedger(kinora);
  const image = await client.submit('imagine', { prompt: `${nonsense} --v 1` });
  assert.deepEqual([image.status, image.body.code, image.body.result], [200, 4, null]);
  assert.match(
    image.body.description,
    /did not understand: quantum, flux, capacitor\. It can draw: landscapes/,
  );
  const video = await post('', { ...small, prompt: nonsense });
  assert.equal(video.status, 400);
  assert.equal(video.body.error.code, 'prompt_not_understood');
  assert.equal(video.body.error.param, 'prompt');
  assert.match(video.body.error.message, /quantum, flux, capacitor/);
  assert.deepEqual(await checkLedger(kinora), before);
});

test('the rejection is in the language of the caller', async () => {
  const chinese = { 'accept-language': 'zh-CN' };
  const image = await client.submit('imagine', { prompt: '量子计算机 --v 1' }, chinese);
  assert.match(image.body.description, /未能理解：量子计算机。它可以绘制：任意时段/);
  const video = await post('', { ...small, prompt: '量子计算机' }, chinese);
  assert.match(video.body.error.message, /未能理解：量子计算机/);
});

test('one permutation that is not understood rejects all of them', async () => {
  const before = await checkLedger(kinora);
  const { body } = await client.submit('imagine', { prompt: '{a cat, xyzzy} --v 1' });
  assert.equal(body.code, 4);
  assert.deepEqual(await checkLedger(kinora), before);
});

test('records show how each word was understood', async () => {
  const prompt = 'a red fox at sunset, watercolor, quantum';
  const id = acceptedTask(await client.submit('imagine', { prompt: `${prompt} --no fog --v 1` }));
  assert.deepEqual((await client.fetch(id)).properties['promptWords'], {
    drawn: ['red fox', 'sunset'],
    understood: ['red fox', 'sunset'],
    placed: ['red fox', 'sunset'],
    style: ['watercolor'],
    excluded: ['fog'],
    notUnderstood: ['quantum'],
  });
  const { body } = await post('', { ...small, prompt });
  assert.deepEqual(body.prompt_words, {
    drawn: ['red fox', 'sunset'],
    understood: ['red fox', 'sunset'],
    placed: null,
    style: ['watercolor'],
    excluded: [],
    not_understood: ['quantum'],
  });
});

test('a prompt with an image counts as understood, with or without text', async () => {
  const base64Array = [await picture()];
  const grid = acceptedTask(await client.submit('imagine', { prompt: `${nonsense} --v 1`, base64Array }));
  const { promptWords } = (await client.fetch(grid)).properties as unknown as {
    promptWords: { notUnderstood: string[] };
  };
  assert.deepEqual(promptWords.notUnderstood, ['quantum', 'flux', 'capacitor']);
  acceptedTask(
    await client.submit('imagine', { prompt: '--v 1', base64Array: [...base64Array, await picture()] }),
  );
  acceptedTask(await client.submit('blend', { base64Array: [await picture(), await picture()] }));
  acceptedTask(await client.submit('describe', { base64: await picture() }));
  acceptedTask(await client.submit('shorten', { prompt: nonsense }));
  acceptedTask(await client.submit('video', { prompt: nonsense, image: await picture() }));
});

test('an edit is rejected if the engine understands nothing of its prompt', async () => {
  const image = await picture();
  for (const name of ['edits', 'retexture']) {
    const { body } = await client.submit(name, { image, prompt: nonsense });
    assert.equal(body.code, 4, name);
    acceptedTask(await client.submit(name, { image, prompt: 'a castle at night' }));
  }
});

test('a modal stays open after an answer whose prompt is not understood', async () => {
  const description = await client.make('describe', { base64: await picture() });
  const modalId = acceptedTask(await client.press(description, '1️⃣'));
  const { body } = await client.modal(modalId, { prompt: nonsense });
  assert.equal(body.code, 4);
  assert.equal((await client.fetch(modalId)).status, 'MODAL');
  acceptedTask(await client.modal(modalId, { prompt: 'a castle at night --v 1' }));
  const record = (await client.end(modalId)).properties as unknown as { promptWords: { drawn: string[] } };
  assert.deepEqual(record.promptWords.drawn, ['castle', 'at night']);
});

test('a remix must be understood, and an extension continues with what the clip shows', async () => {
  const { body: clip } = await post('', { ...small, prompt: 'waves' });
  const end = await videoEnd(kinora, clip.id);
  assert.equal(end.status, 'completed');
  assert.equal((await post(`/${clip.id}/remix`, { prompt: nonsense })).status, 400);
  const { body: remix } = await post(`/${clip.id}/remix`, { prompt: 'waves at night, quantum' });
  assert.deepEqual(remix.prompt_words.not_understood, ['quantum']);
  const { body: extension } = await post('/extensions', {
    video: { id: clip.id },
    prompt: nonsense,
    seconds: 2,
  });
  assert.deepEqual(extension.prompt_words.drawn, []);
});

test('the operator may allow prompts that are not understood', async () => {
  const permissiveClient = imageClient(await startAppWithReader({ KINORA_ALLOW_UNKNOWN_PROMPTS: 'true' }));
  const id = acceptedTask(await permissiveClient.submit('imagine', { prompt: `${nonsense} --v 1` }));
  const { promptWords } = (await permissiveClient.fetch(id)).properties as unknown as {
    promptWords: { drawn: string[] };
  };
  assert.deepEqual(promptWords.drawn, []);
});

test('an engine without a prompt reader accepts every prompt, and its records lack the field', async () => {
  const plain = await startTestApp({
    engines: [scriptedEngine((await startScriptedServer()).url)],
    cards: scriptedCards,
  });
  const other = imageClient(plain);
  const id = acceptedTask(await other.submit('imagine', { prompt: `${nonsense} --v 1` }));
  assert.ok(!('promptWords' in (await other.fetch(id)).properties));
  const { body } = await call(`${plain.url}/v1/videos`, {
    key: plain.videoKey,
    json: { ...small, prompt: nonsense },
  });
  assert.ok(!('prompt_words' in body));
});
