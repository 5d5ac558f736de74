/**
 * Clips in each codec and container that engines return: how they are stored and served, and
 * their derived images, over HTTP.
 */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { before, test } from 'node:test';
import sharp from 'sharp';
import { plannedKind } from '../../../src/engines/planner/planned-kind.ts';
import { memoizeByKey } from '../../../src/platform/lib/memoize-by-key.ts';
import { probeClip } from '../../../src/media/clip/probe-clip.ts';
import { readProvenance } from '../../../src/media/provenance/provenance.ts';
import { startTestApp, type TestApp } from '../../support/servers/app.ts';
import { signedIn } from '../../support/clients/console-client.ts';
import { pixelKind, replacedFiles } from '../../support/engines/pixel-engine.ts';
import { dataUrl, renderPng, videoClient } from '../../support/clients/video-client.ts';
import { skipWithProgram, skipWithoutPrograms } from '../../support/programs/needs.ts';

let kinora: TestApp;

before(async () => {
  kinora = await startTestApp({ kinds: [plannedKind(pixelKind)] });
  const operator = await signedIn(kinora, 'operator');
  await operator.done('engine drain', { engine: 'sketch' });
  await operator.done('engine remove', { engine: 'sketch' });
  await operator.done('engine add', { engine: 'foreign', kind: 'pixels', settings: { knows: 'clip' } });
  await operator.done('model add', {
    model: 'film',
    kind: 'video',
    longest_seconds: 4,
    // The clips are small.
    accepts: 'any-size',
    references: { input_reference: { max: 1 } },
    parameters: {
      seconds: { type: 'integer', enum: [2], default: 2 },
      resolution: { type: 'string', enum: ['480p'], default: '480p' },
      aspect_ratio: { type: 'string', enum: ['3:2'], default: '3:2' },
      fps: { type: 'integer', enum: [16], default: 16 },
      audio: { type: 'boolean', default: false },
    },
    price: { unit: 'second', rules: [{ unitPrice: '0.01' }], tiers: { fast: '1' } },
  });
  await operator.done('route add', { model: 'film', engine: 'foreign' });
});

function get(address: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
  return fetch(address, { headers: { authorization: `Bearer ${kinora.videoKey}`, ...headers } });
}

async function makeClip(name: string, start: object = {}) {
  replacedFiles.set('foreign', await readFile(new URL(`../../fixtures/clips/${name}`, import.meta.url)));
  return videoClient(kinora).make({ model: 'film', prompt: 'hills', ...start });
}

/** Each clip is made once for the tests that only read its record. */
const makeClipOnce = memoizeByKey((name: string) => makeClip(name));

/** The gray, red and blue areas of the frames in an image of this many columns and rows of frames. */
async function readColors(bytes: Uint8Array, columns: number): Promise<number[][]> {
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  assert.deepEqual([info.width, info.height], [96 * columns, 64 * columns]);
  return Array.from({ length: columns ** 2 }, (_, cell) => {
    const [left, top] = [(cell % columns) * 96, Math.floor(cell / columns) * 64];
    const at = (x: number, y: number) => ((top + y) * info.width + left + x) * 3;
    return [at(48, 10), at(6, 32), at(90, 32)].flatMap(from => [...data.subarray(from, from + 3)]);
  });
}

function assertFrames(actual: readonly (readonly number[])[], indexes: readonly number[]): void {
  for (const [cell, index] of indexes.entries()) {
    const level = 24 + index * 8;
    const expected = [level, level, level, 208, 32, 32, 32, 32, 208];
    const differences = expected.map((value, index) => Math.abs(value - (actual[cell]?.[index] ?? 0)));
    assert.ok(Math.max(...differences) <= 12, `frame ${index} is ${actual[cell]?.join()}`);
  }
}

const evenly = Array.from({ length: 16 }, (_, cell) => Math.round((cell * 23) / 15));

const clips = [
  ['h264-high.mp4', 'video/mp4', 'avc', true],
  ['h264.mkv', 'video/mp4', 'avc', true],
  ['h264.mov', 'video/mp4', 'avc', false],
  ['h265.mp4', 'video/mp4', 'hevc', false],
  ['vp9.mp4', 'video/mp4', 'vp9', false],
  ['av1.mp4', 'video/mp4', 'av1', true],
  ['vp8.webm', 'video/webm', 'vp8', true],
  ['vp9.webm', 'video/mp4', 'vp9', true],
  ['av1.webm', 'video/mp4', 'av1', false],
  ['animation.webp', 'video/mp4', 'avc', false],
] as const;
for (const [name, type, codec, audio] of clips) {
  test(`${name} is served as ${type} with ranges and a correct record`, async () => {
    const { metadata, usage } = await makeClipOnce(name);
    assert.deepEqual(
      [metadata.content_type, metadata.width, metadata.height, metadata.fps, metadata.audio, usage.charged],
      [type, 96, 64, 16, audio, true],
    );
    assert.ok(Math.abs(metadata.duration - 1.5) <= 0.002, `${metadata.duration}`);
    const fullResponse = await get(metadata.url);
    assert.equal(fullResponse.headers.get('content-type'), type);
    const bytes = new Uint8Array(await fullResponse.arrayBuffer());
    const facts = await probeClip(bytes);
    assert.deepEqual([facts.codec, facts.frames, facts.sound !== undefined], [codec, 24, audio]);
    assert.equal(readProvenance(bytes)?.digitalSourceType, 'trainedAlgorithmicMedia');
    const part = await get(metadata.media_url, { range: 'bytes=100-199' });
    assert.deepEqual([part.status, part.headers.get('content-type')], [206, type]);
    assert.deepEqual(new Uint8Array(await part.arrayBuffer()), bytes.subarray(100, 200));
  });

  test(
    `${name} has a poster and 16 frames`,
    codec === 'avc' ? {} : skipWithoutPrograms('ffmpeg'),
    async () => {
      const { metadata } = await makeClipOnce(name);
      const downloadPicture = async (variant: string) =>
        new Uint8Array(await (await get(`${metadata.url}?variant=${variant}`)).arrayBuffer());
      assertFrames(await readColors(await downloadPicture('thumbnail'), 1), [0]);
      assertFrames(await readColors(await downloadPicture('spritesheet'), 4), evenly);
    },
  );
}

const unread = [
  ['h264-high10.mp4', {}],
  ['h264-interlaced.mp4', {}],
  ['vp9.mp4', skipWithProgram('ffmpeg')],
] as const;
for (const [name, options] of unread) {
  test(`${name}, which no decoder reads, is served without poster and spritesheet`, options, async () => {
    const { metadata } = await makeClip(name);
    assert.deepEqual([metadata.content_type, metadata.thumbnail_url], ['video/mp4', undefined]);
    const { frames } = await probeClip(new Uint8Array(await (await get(metadata.url)).arrayBuffer()));
    assert.equal(frames, 24);
    for (const variant of ['thumbnail', 'spritesheet']) {
      const answer = await get(`${metadata.url}?variant=${variant}`);
      const { error } = (await answer.json()) as { error: { code: string; message: string } };
      assert.deepEqual([answer.status, error.code], [404, 'variant_missing']);
      assert.match(error.message, new RegExp(`has no ${variant}, because its frames could not be decoded`));
    }
  });
}

test('a clip that no decoder reads has the image that it starts from as its poster', async () => {
  const start = { input_reference: dataUrl(await renderPng(200, { width: 96, height: 64 })) };
  const { metadata } = await makeClip('h264-high10.mp4', start);
  const poster = await (await fetch(metadata.thumbnail_url)).arrayBuffer();
  const { data, info } = await sharp(poster).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  assert.deepEqual([info.width, info.height], [96, 64]);
  assert.ok(Math.abs(data[0]! - 200) < 8, `${data[0]}`);
});

test('extending a clip that no decoder reads fails with the reason and what to do', async () => {
  const client = videoClient(kinora);
  const { id } = await makeClip('h264-high10.mp4');
  const longer = await client.post('videos/extensions', { video: { id }, seconds: 2 });
  const { status, error } = await client.end(longer.body.id);
  assert.equal(status, 'failed');
  assert.match(
    error.message,
    /the last frame of the clip cannot be read: No decoder reads its codec or profile\. Extend another clip, such as one in 8-bit H\.264\./,
  );
});
