/**
 * The official SDK, unchanged, in its last version for Node 20: every method, every form of input, error
 * classes. Guarantee 1 of the video interface.
 */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import sharp from 'sharp';
import OpenAI, { toFile } from 'openai';
import type { EngineJob } from '../../../src/engines/contract/engine-job.ts';
import { probeClip } from '../../../src/media/clip/clip.ts';
import { inspectPicture } from '../../../src/media/picture/picture.ts';
import { banWords } from '../../../src/core/moderation/banned-words.ts';
import { until, type TestApp } from '../../support/servers/app.ts';
import { startPictureServer, type PictureServer } from '../../support/setups/picture-server.ts';
import { startScriptedApp } from '../../support/setups/scripted-app.ts';
import { dataUrl, renderPng } from '../../support/clients/video-client.ts';

let kinora: TestApp;
let pictures: PictureServer;
/** The jobs that the engine received, by prompt. */
const jobsByPrompt = new Map<string, EngineJob>();

before(async () => {
  pictures = await startPictureServer();
  const app = await startScriptedApp({ settings: { KINORA_ALLOWED_NETWORKS: '127.0.0.1' } });
  app.scriptedServer.onCall = (step, job) =>
    void (step === 'start' && job && jobsByPrompt.set(job.job.prompt, job.job));
  kinora = app;
});

const small = { model: 'sketch-motion', seconds: '2', size: '480x480' };

const open = (apiKey = kinora.videoKey, url = kinora.url) =>
  new OpenAI({ apiKey, baseURL: `${url}/v1`, maxRetries: 0 });
const create = (fields: object, client = open()) => client.videos.create(fields as never);
const waitForEnd = (id: string, client = open()) =>
  until(
    () => client.videos.retrieve(id),
    ({ status }) => status === 'completed' || status === 'failed',
  );
const makeClip = async (fields: object) => {
  const record = await waitForEnd((await create({ ...small, ...fields })).id);
  assert.equal(record.status, 'completed', JSON.stringify(record));
  return record;
};
let clip: Promise<Awaited<ReturnType<typeof makeClip>>> | undefined;
const aClip = () => (clip ??= makeClip({ prompt: 'waves', audio: true, fps: 30, seed: 7, tier: 'relax' }));

test('1: the SDK creates a clip from a prompt alone, retrieves it and deletes it', async () => {
  const client = open();
  const created = await create({ prompt: 'alone' });
  assert.equal(created.object, 'video');
  assert.equal(created.model, 'sketch-motion');
  assert.deepEqual([created.seconds, created.size], ['4', '1280x720']);
  const video = await client.videos.retrieve(created.id);
  assert.deepEqual([video.id, video.prompt], [created.id, 'alone']);
  assert.equal((video as unknown as { task_id: string }).task_id, created.id);
  assert.deepEqual(await client.videos.delete(created.id), {
    id: created.id,
    object: 'video.deleted',
    deleted: true,
  });
  await assert.rejects(client.videos.retrieve(created.id), OpenAI.NotFoundError);
});

test('1: the SDK sends extra fields, and they take effect', async () => {
  const video = (await aClip()) as unknown as Record<string, any>;
  assert.deepEqual([video['seed'], video['usage'].unit_price], [7, '0.02']);
  const { framesPerSecond, audio, seed } = jobsByPrompt.get('waves') as EngineJob;
  assert.deepEqual({ framesPerSecond, audio, seed }, { framesPerSecond: 30, audio: true, seed: 7 });
});

test('1: the SDK sends an image as a file, a URL, a URL in an object, and a data URL of any size', async () => {
  const picture = await renderPng(90);
  const noise = await noisyPng();
  assert.ok(noise.length > 100_000);
  const address = `${pictures.url}/good.png`;
  const references = {
    file: await toFile(picture, 'a.png', { type: 'image/png' }),
    address,
    object: { image_url: address },
    'data URL': dataUrl(picture),
    'data URL in an object': { image_url: dataUrl(picture) },
    'large data URL in an object': { image_url: dataUrl(noise) },
  };
  for (const [name, reference] of Object.entries(references)) {
    const prompt = name;
    const { id } = await create({ ...small, prompt, input_reference: reference });
    const job = await until(
      async () => jobsByPrompt.get(prompt),
      engineJob => engineJob !== undefined,
    );
    assert.deepEqual(
      job?.inputs?.map(({ role, contentType }) => [role, contentType]),
      [['picture', 'image/png']],
      name,
    );
    await open().videos.delete(id);
  }
});

test('1: the SDK sends several images, and a first and a last frame', async () => {
  const file = async (red: number) => toFile(await renderPng(red), `${red}.png`, { type: 'image/png' });
  const cast = await create({
    model: 'sketch-cast',
    prompt: 'cast',
    resolution: '480p',
    reference_images: [await file(1), await file(2), await file(3)],
  });
  const frames = await create({
    model: 'sketch-frames',
    prompt: 'frames',
    resolution: '480p',
    first_frame: await file(4),
    last_frame: { image_url: `${pictures.url}/good.png` },
  });
  const roles = async (prompt: string) =>
    (
      await until(
        async () => jobsByPrompt.get(prompt),
        job => job !== undefined,
      )
    )?.inputs?.map(({ role }) => role);
  assert.deepEqual(await roles('cast'), ['character', 'character', 'character']);
  assert.deepEqual(await roles('frames'), ['picture', 'last']);
  for (const { id } of [cast, frames]) await open().videos.delete(id);
});

test('1: the SDK downloads the clip and its variants, without a redirect', async () => {
  const { id } = await aClip();
  const content = async (variant?: 'video' | 'thumbnail' | 'spritesheet') => {
    const response = await open().videos.downloadContent(id, variant && { variant });
    assert.deepEqual([response.status, response.redirected], [200, false]);
    const bytes = new Uint8Array(await response.arrayBuffer());
    assert.equal(Number(response.headers.get('content-length')), bytes.length);
    return { bytes, type: response.headers.get('content-type') };
  };
  const fullContent = await content();
  const { width, height, durationMs, frames } = await probeClip(fullContent.bytes);
  assert.deepEqual([width, height, durationMs, frames], [480, 480, 2000, 60]);
  assert.deepEqual([fullContent.type, await content('video')], ['video/mp4', fullContent]);
  for (const variant of ['thumbnail', 'spritesheet'] as const) {
    const { bytes, type } = await content(variant);
    assert.equal(type, `image/${(await inspectPicture(bytes)).format}`, variant);
  }
});

test('1: the SDK pages through the list, also while it deletes entries', async () => {
  const client = open();
  const ids: string[] = [];
  for (const name of ['one', 'two', 'three'])
    ids.unshift((await create({ ...small, prompt: `{"checks":1000000} ${name}` })).id);
  const first = await client.videos.list({ limit: 2 });
  assert.deepEqual([first.data.map(({ id }) => id), first.has_more], [ids.slice(0, 2), true]);
  const second = await first.getNextPage();
  assert.equal(second.data[0]?.id, ids[2]);
  const oldestFirst = await client.videos.list({ order: 'asc', limit: 100 });
  assert.deepEqual(
    oldestFirst.data
      .map(({ id }) => id)
      .slice(-3)
      .reverse(),
    ids,
  );
  const listedIds: string[] = [];
  for await (const { id } of client.videos.list({ limit: 2 })) {
    listedIds.push(id);
    if (ids.includes(id)) await client.videos.delete(id);
  }
  assert.deepEqual(listedIds.slice(0, 3), ids);
  assert.ok(listedIds.includes((await aClip()).id));
});

test('1: the SDK remixes, edits by id and by file, and extends', async () => {
  const client = open();
  const parent = await aClip();
  const bytes = await (await client.videos.downloadContent(parent.id)).arrayBuffer();
  const video = await toFile(bytes, 'clip.mp4', { type: 'video/mp4' });
  const changes = [
    await client.videos.remix(parent.id, { prompt: 'storm' }),
    await client.videos.edit({ prompt: 'storm', video: { id: parent.id } }),
    await client.videos.edit({ prompt: 'storm', video }),
  ];
  for (const { id, remixed_from_video_id: from, seconds, prompt } of changes) {
    assert.deepEqual([from, seconds, prompt], [parent.id, '2', 'storm']);
    await client.videos.delete(id);
  }
  const { id } = await client.videos.extend({
    prompt: 'on and on',
    seconds: '2' as never,
    video: { id: parent.id },
  });
  const longer = await waitForEnd(id);
  assert.deepEqual([longer.status, longer.seconds], ['completed', '4']);
  assert.equal(longer.remixed_from_video_id, parent.id);
});

test('1: the SDK throws a specific class for every kind of rejection', async () => {
  await banWords(kinora.app.db, ['forbidden']);
  const pending = await create({ ...small, prompt: '{"checks":1000000}' });
  const { id } = pending;
  const asImage = open(kinora.imageKey);
  const refusals = [
    [() => create({ ...small, prompt: 'x', seconds: '99' }), OpenAI.BadRequestError, 'field_invalid'],
    [() => open('kn_wrong').videos.retrieve(id), OpenAI.AuthenticationError, 'key_invalid'],
    [() => create({ ...small, prompt: 'x' }, asImage), OpenAI.PermissionDeniedError, 'wrong_group'],
    [() => open().videos.retrieve('video_1'), OpenAI.NotFoundError, 'task_unknown'],
    [() => open().videos.downloadContent(id), OpenAI.ConflictError, 'video_not_ready'],
    [() => open().videos.remix(id, { prompt: 'x' }), OpenAI.ConflictError, 'parent_not_ready'],
    [() => create({ ...small, prompt: 'forbidden' }), OpenAI.UnprocessableEntityError, 'banned_word'],
  ] as const;
  for (const [submit, kind, code] of refusals)
    await assert.rejects(submit, (error: InstanceType<typeof OpenAI.APIError>) => {
      assert.ok(error instanceof kind, code);
      assert.equal(error.code, code);
      return error.message.length > 20;
    });
  await assert.rejects(create({ ...small, prompt: 'x', seconds: '99' }), { param: 'seconds' });
  await open().videos.delete(pending.id);
});

test('1: the SDK reports a full queue and an insufficient balance', async () => {
  const full = await startScriptedApp({
    traits: { slots: 1 },
    settings: { KINORA_MAX_WAITING: '1', KINORA_OPENING_BALANCE: '0.15' },
  });
  const client = open(full.videoKey, full.url);
  const runningClip = await create({ ...small, prompt: '{"checks":1000000}' }, client);
  await until(
    () => client.videos.retrieve(runningClip.id),
    ({ status }) => status === 'in_progress',
  );
  const waiting = await create({ ...small, prompt: 'x' }, client);
  await assert.rejects(create({ ...small, prompt: 'x', tier: 'relax' }, client), OpenAI.RateLimitError);
  await client.videos.delete(waiting.id);
  await assert.rejects(create({ ...small, prompt: 'x', seconds: '4' }, client), {
    status: 402,
    code: 'insufficient_balance',
  });
  await full.stop();
});

/** An image that hardly compresses. */
async function noisyPng(): Promise<Uint8Array> {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  return sharp({ create: { width: 256, height: 256, channels: 3, background: 'gray', noise } })
    .png()
    .toBuffer();
}
