/**
 * The official Python client, by the bytes that it sends: creates, polls to every end, downloads, changes,
 * rejections. Guarantee 2 of the video interface, and part of guarantee 1.
 */
import assert from 'node:assert/strict';
import { before, beforeEach, test } from 'node:test';
import { probeClip } from '../../../src/media/clip/clip.ts';
import type { EngineJob } from '../../../src/engines/contract/engine-job.ts';
import { startTestApp, until, type TestApp } from '../../support/servers/app.ts';
import { scriptedCards } from '../../support/engines/cards.ts';
import { startPictureServer } from '../../support/setups/picture-server.ts';
import { scriptedEngine } from '../../support/engines/scripted-engine.ts';
import { startScriptedServer, type ScriptedServer } from '../../support/engines/scripted-server.ts';
import { pythonClient, type PythonClient } from '../../support/clients/python-client.ts';
import { renderPng, videoClient } from '../../support/clients/video-client.ts';

const pollAfterMs = 110;
let kinora: TestApp;
let scriptedServer: ScriptedServer;
let python: PythonClient;

before(async () => {
  scriptedServer = await startScriptedServer();
  kinora = await startTestApp({
    engines: [scriptedEngine(scriptedServer.url)],
    cards: scriptedCards.map(card => ({ ...(card as object), pollAfterMs })),
    settings: { KINORA_ALLOWED_NETWORKS: '127.0.0.1' },
  });
});

beforeEach(() => {
  python = pythonClient(kinora);
});

const small = { model: 'sketch-motion', seconds: '2', size: '480x480' };

test('2: create_and_poll returns a completed clip and waits as openai-poll-after-ms says', async () => {
  const video = await python.createAndPoll({ ...small, prompt: 'waves\nüber' });
  assert.deepEqual([video.status, video.prompt, video.progress], ['completed', 'waves\nüber', 100]);
  assert.ok(python.waits.length > 0);
  assert.deepEqual(new Set(python.waits), new Set([pollAfterMs]));
  const { status, headers, bytes } = await python.download(video.id);
  assert.deepEqual([status, headers['content-type']], [200, 'video/mp4']);
  const { width, durationMs } = await probeClip(bytes);
  assert.deepEqual([width, durationMs], [480, 2000]);
});

test('2: create_and_poll returns a failed or rejected clip with the reason', async () => {
  for (const [check, code] of [
    ['refuse', 'content_refused'],
    ['lie', 'engine_media_invalid'],
  ]) {
    const prompt = JSON.stringify(check === 'lie' ? { lie: 'no media' } : { check });
    const video = await python.createAndPoll({ ...small, prompt });
    assert.deepEqual([video.status, video.error.code], ['failed', code]);
    assert.ok(video.error.message.length > 20);
  }
});

test('2: poll returns a clip that is cancelled meanwhile, and respects its own interval', async () => {
  const { id } = await python.create({ ...small, prompt: '{"checks":1000000}' });
  const polling = python.poll(id, 30);
  await until(
    async () => python.waits.length,
    count => count >= 2,
  );
  assert.equal((await videoClient(kinora).post(`videos/${id}/cancel`)).status, 200);
  const video = await polling;
  assert.deepEqual([video.status, video.error.code], ['failed', 'cancelled']);
  assert.deepEqual(new Set(python.waits), new Set([30]));
});

test('poll of a clip that is deleted between two polls gets 404', async () => {
  const { id } = await python.create({ ...small, prompt: '{"checks":1000000}' });
  const answers: unknown[] = [];
  const polling = pythonClient(kinora, async () => answers.push(await python.remove(id)));
  await assert.rejects(polling.poll(id, 30), { status: 404, code: 'task_unknown' });
  assert.deepEqual(answers, [{ id, object: 'video.deleted', deleted: true }]);
});

test('named files, raw bytes, and URLs and lists in extra_body are accepted', async () => {
  const pictures = await startPictureServer();
  const jobsByPrompt = new Map<string, EngineJob>();
  scriptedServer.onCall = (step, job) =>
    void (step === 'start' && job && jobsByPrompt.set(job.job.prompt, job.job));
  const bytes = await renderPng(30);
  const address = `${pictures.url}/good.png`;
  const submits = [
    [{ prompt: 'named' }, { name: 'a.png', type: 'image/png' }],
    [{ prompt: 'bare' }, { name: 'upload', type: 'application/octet-stream' }],
    [{ prompt: 'address', input_reference: { image_url: address } }, undefined],
    [{ prompt: 'cast', model: 'sketch-cast', seconds: 4, reference_images: [address, address] }, undefined],
    [
      {
        prompt: 'frames',
        model: 'sketch-frames',
        first_frame: { url: address },
        last_frame: { url: address },
      },
      undefined,
    ],
  ] as const;
  for (const [fields, file] of submits) {
    const { id } = await python.create(
      { ...small, ...fields, size: '480x480', fps: 24, seed: null },
      file && { field: 'input_reference', bytes, ...file },
    );
    await until(
      async () => jobsByPrompt.get(fields.prompt),
      job => job !== undefined,
    );
    await python.remove(id);
  }
  const inputs = submits.map(([{ prompt }]) => jobsByPrompt.get(prompt)?.inputs?.map(({ role }) => role));
  assert.deepEqual(inputs, [
    ['picture'],
    ['picture'],
    ['picture'],
    ['character', 'character'],
    ['picture', 'last'],
  ]);
});

test('booleans and numbers in extra_body take effect', async () => {
  const video = await python.createAndPoll({ ...small, prompt: 'x', audio: true, fps: 30, tier: 'turbo' });
  assert.deepEqual([video.usage.unit_price, video.usage.amount], ['0.08', '0.16']);
  const { frames, sound } = await probeClip((await python.download(video.id)).bytes);
  assert.deepEqual([frames, sound?.codec], [60, 'aac']);
});

test('remix, edit and extend start from a clip, and the list has consecutive pages', async () => {
  const parent = await python.createAndPoll({ ...small, prompt: 'parent' });
  const { bytes } = await python.download(parent.id);
  const file = { field: 'video', name: 'upload', type: 'application/octet-stream', bytes };
  const changes = [
    await python.remix(parent.id, 'night'),
    await python.edit({ prompt: 'night' }, file),
    await python.extend({ prompt: 'night', seconds: '2', video: { id: parent.id } }),
  ];
  assert.deepEqual(
    changes.map(({ remixed_from_video_id: from, seconds }) => [from, seconds]),
    [
      [parent.id, '2'],
      [parent.id, '2'],
      [parent.id, '4'],
    ],
  );
  const first = await python.list('limit=2');
  const second = await python.list(`limit=2&after=${first.last_id}`);
  const ids = [...first.data, ...second.data].map(({ id }: { id: string }) => id);
  assert.deepEqual(ids, [...changes.map(({ id }) => id).reverse(), parent.id]);
  for (const { id } of changes) assert.equal((await python.poll(id)).status, 'completed');
});

test('a rejection has what the client raises: status, type, param, code', async () => {
  await assert.rejects(python.create({ ...small, prompt: 'x', seconds: '7.5' }), {
    status: 400,
    type: 'invalid_request_error',
    param: 'seconds',
    code: 'field_invalid',
  });
});
