/** kinora-ai-sdk with the AI SDK, unchanged, against the built-in engine. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { APICallError, LoadAPIKeyError, NoSuchModelError } from '@ai-sdk/provider';
import {
  experimental_generateVideo as generateVideo,
  experimental_getVideoStatus as getVideoStatus,
  experimental_startVideo as startVideo,
  generateImage,
} from 'ai';
import { createKinora, type KinoraProvider } from 'kinora-ai-sdk';
import sharp from 'sharp';
import { banWords } from '../../src/core/moderation/banned-words.ts';
import { anotherAccount } from '../support/clients/another-account.ts';
import { clientPicture } from '../support/clients/client-picture.ts';
import { startHookReceiver } from '../support/clients/hook-receiver.ts';
import { checkLedger } from '../support/crashes/ledger-check.ts';
import { startScriptedApp } from '../support/setups/scripted-app.ts';
import { startTestApp, type TestApp, until } from '../support/servers/app.ts';

let app: TestApp;
let kinora: KinoraProvider;

const providerFor = ({ url, imageKey, videoKey }: TestApp) =>
  createKinora({ baseUrl: url, imageToken: imageKey, videoToken: videoKey });

const clip = { prompt: 'a lake', aspectRatio: '1:1', duration: 2, resolution: '480x480' } as const;

before(async () => {
  app = await startTestApp({ settings: { KINORA_ALLOWED_NETWORKS: '127.0.0.1' } });
  kinora = providerFor(app);
  globalThis.AI_SDK_LOG_WARNINGS = false;
});

const readShape = async ({ uint8Array }: { readonly uint8Array: Uint8Array }) => {
  const { width, height } = await sharp(uint8Array).metadata();
  return { width, height };
};

test('four images of one prompt have the aspect ratio and are one task', async () => {
  const { images, warnings, providerMetadata } = await generateImage({
    model: kinora.image('sketch'),
    prompt: 'a lighthouse',
    aspectRatio: '16:9',
    n: 4,
  });
  assert.equal(images.length, 4);
  const shapes = await Promise.all(images.map(readShape));
  for (const { width, height } of shapes)
    assert.ok(Math.abs(width / height - 16 / 9) < 0.05, `${width}x${height}`);
  assert.deepEqual(warnings, []);
  const { images: facts = [] } = providerMetadata['kinora'] ?? {};
  assert.equal(new Set(facts.map(fact => (fact as { taskId: string }).taskId)).size, 1);
});

test('the same seed gives the same image, in the size that was asked for', async () => {
  const make = () =>
    generateImage({ model: kinora.image('sketch'), prompt: 'a fox', seed: 7, size: '512x768' });
  const [one, other] = await Promise.all([make(), make()]);
  assert.deepEqual(await readShape(one.image), { width: 512, height: 768 });
  const pixels = (image: Uint8Array) => sharp(image).raw().toBuffer();
  assert.ok((await pixels(one.image.uint8Array)).equals(await pixels(other.image.uint8Array)));
});

test('a key makes each of the calls that the SDK splits a request into one task, also when the request is repeated', async () => {
  const headers = { 'idempotency-key': 'mine' };
  const [image, video] = [kinora.image('sketch'), kinora.video('sketch-motion')];
  const images = () => generateImage({ model: image, prompt: 'a fox', n: 3, maxImagesPerCall: 2, headers });
  const clips = (more = {}) => generateVideo({ model: video, ...clip, n: 2, headers, ...more });
  const listIds = ({ providerMetadata }: { readonly providerMetadata: object }, list: string) =>
    (providerMetadata as Record<string, Record<string, { taskId: string }[]>>)['kinora']?.[list]?.map(
      ({ taskId }) => taskId,
    );
  const first = await images();
  const ids = listIds(first, 'images');
  assert.deepEqual([first.images.length, new Set(ids).size], [3, 2]);
  assert.deepEqual(listIds(await images(), 'images'), ids);
  const clipIds = listIds(await clips(), 'videos');
  assert.equal(new Set(clipIds).size, 2);
  assert.deepEqual(listIds(await clips({ poll: { intervalMs: 20 } }), 'videos'), clipIds);
  const atOnce = await Promise.all([clips(), clips({ poll: { intervalMs: 20 } }), clips()]);
  for (const each of atOnce) assert.deepEqual(listIds(each, 'videos'), clipIds);
});

test('an image is edited within a mask', async () => {
  const source = await clientPicture();
  const { image, warnings } = await generateImage({
    model: kinora.image('sketch'),
    prompt: { text: 'snow', images: [source], mask: await clientPicture('#ffffff') },
    aspectRatio: '1:1',
  });
  assert.deepEqual(
    warnings.map(warning => warning.type === 'unsupported' && warning.feature),
    ['aspectRatio'],
  );
  assert.equal(image.mediaType, 'image/png');
});

test('what a model has no parameter for is a warning', async () => {
  const { warnings } = await generateImage({
    model: kinora.image('sketch'),
    prompt: 'a fox',
    providerOptions: { kinora: { style: 'vivid' } },
  });
  assert.deepEqual(
    warnings.map(warning => warning.type === 'unsupported' && warning.feature),
    ['style'],
  );
});

test('a clip is generated at once, by polling and by webhook', async () => {
  const receiver = await startHookReceiver();
  const received = async () => {
    const [message] = await until(
      async () => receiver.hooks,
      hooks => hooks.length > 0,
    );
    return { headers: {}, body: message?.record };
  };
  const model = kinora.video('sketch-motion');
  const results = await Promise.all([
    generateVideo({ model, ...clip, seed: 3, fps: 24 }),
    generateVideo({ model, ...clip, poll: { intervalMs: 50 } }),
    generateVideo({
      model,
      ...clip,
      webhook: async () => ({ url: `${receiver.url}/hook`, received: received() }),
    }),
  ]);
  for (const { video, warnings } of results) {
    assert.equal(video.mediaType, 'video/mp4');
    assert.equal(Buffer.from(video.uint8Array).toString('latin1', 4, 8), 'ftyp');
    assert.deepEqual(warnings, []);
  }
  assert.equal(receiver.hooks.length, 1);
});

test('a clip is started with a webhook, and its result read when the message has come', async () => {
  const receiver = await startHookReceiver();
  const model = kinora.video('sketch-motion');
  const { operation } = await startVideo({ model, ...clip, webhookUrl: `${receiver.url}/hook` });
  await until(
    async () => receiver.hooks,
    hooks => hooks.length > 0,
  );
  const status = await getVideoStatus(model, { operation });
  assert.ok(status.status === 'completed');
});

test('a clip has a first and a last frame, and references', async () => {
  const image = await clientPicture();
  const frames = await generateVideo({
    model: kinora.video('sketch-frames'),
    prompt: 'a lake',
    duration: 2,
    frameImages: [
      { image, frameType: 'first_frame' },
      { image: await clientPicture('#a06030'), frameType: 'last_frame' },
    ],
  });
  assert.deepEqual(frames.warnings, []);
  const first = await generateVideo({
    model: kinora.video('sketch-motion'),
    ...clip,
    prompt: 'x',
    frameImages: [
      { image, frameType: 'first_frame' },
      { image, frameType: 'last_frame' },
    ],
  });
  assert.deepEqual(
    first.warnings.map(warning => warning.type === 'unsupported' && warning.feature),
    ['frameImages'],
  );
  const cast = await generateVideo({
    model: kinora.video('sketch-cast'),
    prompt: 'they walk',
    duration: 4,
    inputReferences: [image, image],
  });
  assert.deepEqual(cast.warnings, []);
});

test('an abort cancels the task, at once and while the SDK polls', async () => {
  const endless = await startScriptedApp();
  const { db } = endless.app;
  const count = async (condition: string) =>
    (await db.pool.query(`select count(*)::int as count from task_states where ${condition}`)).rows[0]
      .count as number;
  for (const [index, options] of [{}, { poll: { intervalMs: 20 } }].entries()) {
    const leaving = new AbortController();
    const running = generateVideo({
      model: providerFor(endless).video('sketch-motion'),
      ...clip,
      prompt: '{"checks":1000000}',
      abortSignal: leaving.signal,
      ...options,
    });
    const left = assert.rejects(running, { name: 'AbortError' });
    await until(
      () => count(`phase = 'running'`),
      runningCount => runningCount === 1,
    );
    leaving.abort();
    await left;
    await until(
      () => count(`phase = 'cancelled'`),
      cancelled => cancelled === index + 1,
    );
  }
  assert.deepEqual((await checkLedger(endless)).problems, []);
});

test('errors are those of the SDK', async () => {
  await banWords(app.app.db, ['forbidden']);
  const poor = providerFor(await anotherAccount(app, 0n));
  const bare = createKinora({ baseUrl: app.url });
  const wrong = createKinora({ baseUrl: app.url, imageToken: 'kn_wrong' });
  const ask = (provider: KinoraProvider, model = 'sketch', prompt = 'a fox') =>
    generateImage({ model: provider.image(model), prompt, maxRetries: 0 }).catch((error: unknown) => error);
  const readFailure = async (run: Promise<unknown>) => {
    const error = await run;
    assert.ok(APICallError.isInstance(error), String(error));
    return [error.statusCode, (error.data as { code: string }).code, error.isRetryable];
  };
  assert.ok(LoadAPIKeyError.isInstance(await ask(bare)));
  assert.ok(NoSuchModelError.isInstance(await ask(kinora, 'nothing')));
  assert.deepEqual(await readFailure(ask(wrong)), [401, 'key_invalid', false]);
  assert.deepEqual(await readFailure(ask(poor)), [402, 'insufficient_balance', false]);
  assert.deepEqual(await readFailure(ask(kinora, 'sketch', 'forbidden')), [422, 'banned_word', false]);
  assert.throws(() => kinora.languageModel('x'), NoSuchModelError);
});
