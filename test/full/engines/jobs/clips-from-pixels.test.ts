/**
 * Clips of engines that know only primitives: generated from text or from an image, extended from their last
 * frame, and enlarged by the core.
 */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { plannedKind } from '../../../../src/engines/planner/planned-kind.ts';
import { framesAt, lastFrame } from '../../../../src/media/clip/clip-frames.ts';
import { probeClip } from '../../../../src/media/clip/probe-clip.ts';
import { startTestApp, type TestApp } from '../../../support/servers/app.ts';
import { difference } from '../../../support/media/compare-pictures.ts';
import { signedIn } from '../../../support/clients/console-client.ts';
import {
  acceptedTask,
  bytesAt,
  imageClient,
  type RgbPicture,
} from '../../../support/clients/image-client.ts';
import { askedSteps, pixelKind } from '../../../support/engines/pixel-engine.ts';
import { videoClient } from '../../../support/clients/video-client.ts';
import type { RawPicture } from '../../../../src/media/picture/picture.ts';

let kinora: TestApp;
const size = { resolution: '480p', aspect_ratio: '1:1' };

before(async () => {
  kinora = await startTestApp({ kinds: [plannedKind(pixelKind)] });
  const operator = await signedIn(kinora, 'operator');
  await operator.done('engine drain', { engine: 'sketch' });
  await operator.done('engine remove', { engine: 'sketch' });
  const settings = { knows: 'generate,clip' };
  await operator.done('engine add', { engine: 'film', kind: 'pixels', settings });
  const price = { unit: 'image', rules: [{ unitPrice: '0.01' }], tiers: { fast: '1' } };
  await operator.done('model add', { model: 'photo', kind: 'image', versions: ['7'], price });
  await operator.done('model add', {
    model: 'moves',
    kind: 'image',
    operations: ['clip'],
    price: { ...price, unit: 'clip' },
  });
  await operator.done('model add', {
    model: 'film',
    kind: 'video',
    longest_seconds: 10,
    references: { input_reference: { max: 1 }, last_frame: { max: 1 } },
    parameters: {
      seconds: { type: 'integer', enum: [2, 4], default: 2 },
      resolution: { type: 'string', enum: ['480p'], default: '480p' },
      aspect_ratio: { type: 'string', enum: ['1:1'], default: '1:1' },
      fps: { type: 'integer', enum: [12], default: 12 },
      audio: { type: 'boolean', default: false },
    },
    price: { unit: 'second', rules: [{ unitPrice: '0.01' }], tiers: { fast: '1' } },
  });
  await operator.done('model add', {
    model: 'moves-fast',
    kind: 'image',
    operations: ['clip'],
    price: { ...price, unit: 'clip' },
  });
  for (const model of ['photo', 'moves', 'moves-fast', 'film'])
    await operator.done('route add', { model, engine: 'film' });
});

async function downloadContent(id: string): Promise<Buffer> {
  const response = await fetch(`${kinora.url}/v1/videos/${id}/content`, {
    headers: { authorization: `Bearer ${kinora.videoKey}` },
  });
  assert.equal(response.status, 200);
  return Buffer.from(await response.arrayBuffer());
}

test('a clip is extended from its last frame without a jump, and its own frames are kept', async () => {
  const client = videoClient(kinora);
  const first = await client.make({ model: 'film', prompt: 'hills', ...size });
  const longer = await client.make({ video: { id: first.id }, seconds: 2 }, 'videos/extensions');
  const [before, after] = [await downloadContent(first.id), await downloadContent(longer.id)];
  assert.equal((await probeClip(after)).durationMs, 4000);
  const [seam, next] = await framesAt(after, { positions: [23 / 47, 24 / 47] });
  assert.ok(difference(rgb(await lastFrame(before)), rgb(seam!)) < 3, 'the old clip comes first');
  assert.ok(difference(rgb(seam!), rgb(next!)) < 6, 'the new part continues at its last frame');
  const step = askedSteps.get('film')?.at(-1);
  assert.ok(
    step?.primitive === 'clip' && step.seconds === 2 && step.picture,
    'only the missing seconds are generated',
  );
});

test('the prompt of a clip can name its model, for an uploaded image and for a finished task', async () => {
  const client = imageClient(kinora);
  const grid = await client.make('imagine', { prompt: 'hills' });
  const picture = (await bytesAt(grid.imageUrl)).toString('base64');
  const readModel = async (body: object) => {
    const task = acceptedTask(await client.submit('video', body));
    const { rows } = await kinora.app.db.pool.query('select model from tasks where public_id = $1', [task]);
    // Nobody needs its four clips, for which later tests would have to wait.
    await client.cancel(task);
    return rows[0]?.model;
  };
  assert.equal(await readModel({ base64: picture, prompt: 'rain' }), 'moves');
  assert.equal(await readModel({ base64: picture, prompt: 'rain --model moves-fast' }), 'moves-fast');
  assert.equal(await readModel({ taskId: grid.id, prompt: 'rain --model moves-fast' }), 'moves-fast');
  assert.equal(await readModel({ taskId: grid.id, index: 1 }), 'moves');
});

test('a clip that the engine cannot generate is rejected before it is paid', async () => {
  const client = videoClient(kinora);
  const sounding = await client.create({ model: 'film', prompt: 'hills', ...size, audio: true });
  assert.deepEqual([sounding.status, sounding.body.error.code], [400, 'not_possible']);
  assert.match(sounding.body.error.message, /does not generate sound/);
  const first = await client.make({ model: 'film', prompt: 'hills', ...size });
  const remix = await client.post(`videos/${first.id}/remix`, { prompt: 'lakes' });
  assert.equal(remix.body.error.code, 'not_possible');
});

test('an image is animated, its clips are extended, and one of them is upscaled', async () => {
  const client = imageClient(kinora);
  const sheet = await client.make('imagine', { prompt: 'hills --draft' });
  const picture = await client.pressAndWait(sheet, 'U1');
  const clips = await client.pressAndWait(picture, 'animate_low');
  assert.equal(clips.status, 'SUCCESS', clips.failReason ?? '');
  assert.equal(clips.videoUrls?.length, 4);
  for (const { url, duration, fps, audio } of clips.videoUrls ?? []) {
    const { durationMs, framesPerSecond } = await probeClipAt(url);
    assert.deepEqual([duration, fps, audio], [durationMs / 1000, framesPerSecond, false]);
  }
  const candidate = await client.pressAndWait(clips, 'U2');
  assert.equal(candidate.status, 'SUCCESS', candidate.failReason ?? '');
  const [small, large] = [
    await probeClipAt(clips.videoUrls?.[1]?.url),
    await probeClipAt(candidate.videoUrl),
  ];
  assert.ok(large.width > small.width && large.durationMs === small.durationMs, `${large.width}`);
  const longer = await client.pressAndWait(candidate, 'animate_low_extend');
  assert.equal(longer.status, 'SUCCESS', longer.failReason ?? '');
  assert.equal((await probeClipAt(longer.videoUrls?.[0]?.url)).durationMs, small.durationMs + 4000);
});

const probeClipAt = async (url: string | undefined) => probeClip(await bytesAt(url));

function rgb({ data, width, height }: RawPicture): RgbPicture {
  return { width, height, data: Buffer.from(data.filter((_, index) => index % 4 < 3)) };
}
