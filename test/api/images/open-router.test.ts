/**
 * OpenRouter's forms: images with references, clips with a polling address, chats and models under `/api/v1`.
 */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import sharp from 'sharp';
import { startHookReceiver } from '../../support/clients/hook-receiver.ts';
import { checkLedger } from '../../support/crashes/ledger-check.ts';
import { call, startTestApp, until, type TestApp } from '../../support/servers/app.ts';

let kinora: TestApp;

before(async () => {
  kinora = await startTestApp({ settings: { KINORA_ALLOWED_NETWORKS: '127.0.0.1' } });
});

const at = (path: string) => `${kinora.url}/api/v1/${path}`;
const image = (json: object) => call(at('images'), { key: kinora.imageKey, json });
const video = (json: object) => call(at('videos'), { key: kinora.videoKey, json });

async function describePicture({ b64_json: data }: { readonly b64_json: string }): Promise<string> {
  const { format, width, height } = await sharp(Buffer.from(data, 'base64')).metadata();
  return `${format} ${width}x${height}`;
}

test('images have data, a type and their cost, and references are edited', async () => {
  const request = { model: 'sketch', prompt: 'a red fox', resolution: '0.5K', aspect_ratio: '1:1', n: 2 };
  const { status, body } = await image({ ...request, output_format: 'jpeg', provider: { only: ['x'] } });
  assert.equal(status, 200, JSON.stringify(body));
  assert.deepEqual(await Promise.all(body.data.map(describePicture)), ['jpeg 512x512', 'jpeg 512x512']);
  assert.equal(body.data[0].media_type, 'image/jpeg');
  assert.equal(body.usage.cost, 0.01);
  const url = `data:image/jpeg;base64,${body.data[0].b64_json}`;
  const edit = await image({
    model: 'sketch',
    prompt: 'a red fox by day',
    input_references: [{ type: 'image_url', image_url: { url } }],
  });
  assert.deepEqual(await Promise.all(edit.body.data.map(describePicture)), ['png 512x512']);
  const wrong = await image({ prompt: 'a red fox', resolution: '9K' });
  assert.deepEqual([wrong.status, wrong.body.error.param], [400, 'resolution']);
});

test('a clip is polled at its address, downloaded, and reported to the callback', async () => {
  const receiver = await startHookReceiver();
  const picture = await image({ prompt: 'a red fox', resolution: '0.5K' });
  const url = `data:image/png;base64,${picture.body.data[0].b64_json}`;
  const created = await video({
    model: 'sketch-motion',
    prompt: 'a red fox runs',
    duration: 2,
    resolution: '480p',
    generate_audio: false,
    frame_images: [{ type: 'image_url', image_url: { url }, frame_type: 'first_frame' }],
    callback_url: `${receiver.url}/called`,
  });
  assert.equal(created.status, 202, JSON.stringify(created.body));
  // A worker may have begun it already.
  assert.match(created.body.status, /^(pending|in_progress)$/);
  const poll = () => call(created.body.polling_url, { key: kinora.videoKey });
  const { body } = await until(poll, answer => answer.body.status === 'completed');
  assert.deepEqual(body.usage, { cost: 0.06, is_byok: false });
  const headers = { authorization: `Bearer ${kinora.videoKey}` };
  const clip = await fetch(body.unsigned_urls[0], { headers });
  assert.deepEqual([clip.status, clip.headers.get('content-type')], [200, 'video/mp4']);
  await clip.arrayBuffer();
  const [hook] = await until(
    async () => receiver.hooks,
    messages => messages.length > 0,
  );
  assert.equal(hook?.record.data.id, created.body.id);
});

test('a frame, a reference or a field that the model does not take is rejected by name', async () => {
  const wrong = [
    [{ generate_audio: true }, 'audio'],
    [{ resolution: '9p' }, 'resolution'],
    [{ input_references: [{ image_url: { url: 'https://example.com/a.png' } }] }, 'reference_images'],
  ] as const;
  for (const [fields, param] of wrong) {
    const { status, body } = await video({ model: 'sketch-short', prompt: 'a fox', ...fields });
    assert.deepEqual([status, body.error.param], [400, param]);
  }
  assert.equal((await call(at('videos/video_0'), { key: kinora.videoKey })).status, 404);
});

test('chats and models are the same under both base addresses', async () => {
  const { body } = await call(at('models'), { key: kinora.imageKey });
  assert.ok(body.data.some(({ id }: { id: string }) => id === 'sketch'));
  const json = { model: 'sketch', messages: [{ role: 'user', content: 'hello' }] };
  const chat = await call(at('chat/completions'), { key: kinora.imageKey, json });
  assert.match(chat.body.choices[0].message.content, /makes images/);
});

test('the ledger balances', async () => {
  const { problems, heldMicros } = await checkLedger(kinora);
  assert.deepEqual([problems, heldMicros], [[], 0n]);
});
