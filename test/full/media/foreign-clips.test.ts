/**
 * Clips of each codec and container, made by test/fixtures/clips/make.py. They have 24 ever lighter gray
 * frames of 96x64 at 16 per second.
 */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { EncodedPacketSink } from 'mediabunny';
import sharp from 'sharp';
import type { RawPicture } from '../../../src/media/picture/picture.ts';
import { evenly16, framesAt, joinTwoClips, lastFrame } from '../../../src/media/clip/clip-frames.ts';
import type { PreparedClip } from '../../../src/media/clip/clip-work.ts';
import { openClipEncoder, probeClip } from '../../../src/media/clip/clip.ts';
import { frameTimes } from '../../../src/media/clip/decode/frame-times.ts';
import { ClipError } from '../../../src/media/clip/decode/clip-error.ts';
import { videoTrack, withClip } from '../../../src/media/clip/decode/open-clip.ts';
import { runClipWork } from '../../../src/media/clip/run-clip-work.ts';
import { addSound } from '../../../src/media/clip/sound-track.ts';
import { writeTracks } from '../../../src/media/clip/write-tracks.ts';
import { skipWithProgram, skipWithoutPrograms } from '../../support/programs/needs.ts';

const size = { width: 96, height: 64 };
const folder = new URL('../../fixtures/clips/', import.meta.url);
const clipNamed = (name: string) => readFile(new URL(name, folder));

function prepare(clip: Uint8Array, requestedSize = size): Promise<PreparedClip> {
  return runClipWork({
    kind: 'prepare',
    clip,
    requestedSize,
    tags: {},
    picks: [{ positions: [0, 0.5, 1] }],
  });
}

/** The colors of the gray, red and blue parts of a frame. */
function listColors({ data, width }: RawPicture): number[][] {
  const at = (x: number, y: number) => [...data.subarray((y * width + x) * 4, (y * width + x) * 4 + 3)];
  return [at(48, 10), at(6, 32), at(90, 32)];
}

function assertNear(actual: readonly (readonly number[])[], expected: readonly (readonly number[])[]): void {
  const differences = actual.flat().map((value, index) => Math.abs(value - expected.flat()[index]!));
  assert.ok(Math.max(...differences) <= 6, `${JSON.stringify(actual)}, not ${JSON.stringify(expected)}`);
}

const red = [208, 32, 32];
const blue = [32, 32, 208];
const copyCases = [
  ['h264-high.mp4', 'avc', 'video/mp4', 'aac'],
  ['h264.mkv', 'avc', 'video/mp4', 'opus'],
  ['h264.mov', 'avc', 'video/mp4', undefined],
  ['h265.mp4', 'hevc', 'video/mp4', undefined],
  ['vp8.webm', 'vp8', 'video/webm', 'opus'],
  ['vp9.webm', 'vp9', 'video/mp4', 'opus'],
  ['vp9.mp4', 'vp9', 'video/mp4', undefined],
  ['av1.mp4', 'av1', 'video/mp4', 'opus'],
  ['av1.webm', 'av1', 'video/mp4', undefined],
] as const;
for (const [name, codec, contentType, sound] of copyCases) {
  test(`${name} is copied to ${contentType} and measured`, async () => {
    const { bytes, contentType: type, facts } = await prepare(await clipNamed(name));
    assert.equal(type, contentType);
    assert.deepEqual(
      [facts.codec, facts.width, facts.height, facts.frames, facts.framesPerSecond],
      [codec, 96, 64, 24, 16],
    );
    assert.ok(Math.abs(facts.durationMs - 1500) <= 1, `${facts.durationMs}`);
    assert.equal(facts.sound?.codec, sound);
    assert.equal(facts.moovFirst, contentType === 'video/mp4');
    assert.deepEqual(await probeClip(bytes), facts);
  });

  const isBuiltIn = codec === 'avc';
  test(
    `${name} is decoded in presentation order`,
    isBuiltIn ? {} : skipWithoutPrograms('ffmpeg'),
    async () => {
      const { pictures } = await prepare(await clipNamed(name));
      const levels = [0, 12, 23].map(index => 24 + index * 8);
      for (const [index, level] of levels.entries())
        assertNear(listColors(pictures![0]![index]!), [[level, level, level], red, blue]);
    },
  );

  if (!isBuiltIn)
    test(`without ffmpeg, ${name} is kept without pictures`, skipWithProgram('ffmpeg'), async () => {
      assert.equal((await prepare(await clipNamed(name))).pictures, undefined);
      await assert.rejects(lastFrame(await clipNamed(name)), /No decoder reads its codec or profile/);
    });
}

for (const name of ['h264-high10.mp4', 'h264-interlaced.mp4']) {
  test(`${name}, which no decoder supports, is kept without pictures`, async () => {
    const { facts, contentType, pictures } = await prepare(await clipNamed(name));
    assert.deepEqual([contentType, facts.codec, facts.frames, pictures], ['video/mp4', 'avc', 24, undefined]);
    await assert.rejects(lastFrame(await clipNamed(name)), /No decoder reads its codec or profile/);
  });
}

test('the last frame is returned in full size, and 16 other frames are downscaled', async () => {
  const clip = await clipNamed('h264-high.mp4');
  assertNear(listColors(await lastFrame(clip)), [[208, 208, 208], red, blue]);
  const frames = await framesAt(clip, { positions: evenly16, maxEdge: 48 });
  assert.deepEqual(
    frames.map(({ width, height }) => [width, height]),
    Array.from({ length: 16 }, () => [48, 32]),
  );
  const levels = frames.map(({ data }) => data[(5 * 48 + 24) * 4]!);
  levels.forEach((level, index) => assert.ok(Math.abs(level - 24 - Math.round((index * 23) / 15) * 8) <= 4));
});

test('a clip of another aspect ratio is cropped at both sides and keeps its sound', async () => {
  const { facts, pictures } = await prepare(await clipNamed('h264.mkv'), { width: 480, height: 480 });
  assert.deepEqual(
    [facts.width, facts.height, facts.codec, facts.frames, facts.sound?.codec],
    [64, 64, 'avc', 24, 'opus'],
  );
  // The squares at the edges are cropped.
  const [first] = pictures![0]!;
  for (const x of [1, 62]) assert.ok(Math.abs(first!.data[(32 * 64 + x) * 4]! - 24) <= 4);
});

test('a clip of almost the requested aspect ratio is not re-encoded', async () => {
  const { facts } = await prepare(await clipNamed('av1.mp4'), { width: 1216, height: 816 });
  assert.deepEqual([facts.width, facts.height, facts.codec], [96, 64, 'av1']);
});

for (const format of ['webp', 'gif'] as const) {
  test(`an animated ${format} becomes a clip of the same length`, async () => {
    const levels = Array.from({ length: 20 }, (_, index) => 20 + index * 10);
    const pixels = Buffer.concat(levels.map(level => Buffer.alloc(64 * 48 * 3, level)));
    const raw = { width: 64, height: 48 * levels.length, channels: 3, pageHeight: 48 } as const;
    const delay = levels.map(() => 50);
    const animation = await sharp(pixels, { raw }).toFormat(format, { delay, loop: 0 }).toBuffer();
    const { contentType, facts, pictures } = await prepare(animation, { width: 64, height: 48 });
    assert.equal(contentType, 'video/mp4');
    assert.deepEqual(
      [facts.codec, facts.width, facts.height, facts.frames, facts.framesPerSecond, facts.durationMs],
      ['avc', 64, 48, 20, 20, 1000],
    );
    const grayLevels = pictures![0]!.map(({ data }) => data[0]!);
    for (const [index, level] of [20, 120, 210].entries())
      assert.ok(Math.abs(grayLevels[index]! - level) <= 6, grayLevels.join());
  });
}

test('an animation with uneven frame durations becomes a clip of the same total length', async () => {
  const delay = [50, ...Array.from({ length: 29 }, () => 70)];
  const pixels = Buffer.concat(delay.map((_, index) => Buffer.alloc(64 * 48 * 3, 20 + index * 7)));
  const raw = { width: 64, height: 48 * delay.length, channels: 3, pageHeight: 48 } as const;
  const animation = await sharp(pixels, { raw }).webp({ delay, loop: 0 }).toBuffer();
  const { facts } = await prepare(animation, { width: 64, height: 48 });
  assert.deepEqual([facts.frames, facts.framesPerSecond, facts.durationMs], [30, 14.423, 2080]);
});

test('clips of one kind are joined without re-encoding, and others at the size of the first', async () => {
  const [high, other] = [await clipNamed('h264-high.mp4'), await clipNamed('h264.mov')];
  const doubledClip = await joinTwoClips(high, high);
  const { width, frames, durationMs, sound } = await probeClip(doubledClip);
  assert.deepEqual([width, frames, durationMs, sound?.codec], [96, 48, 3000, 'aac']);
  assert.ok(doubledClip.length > high.length * 1.5 && doubledClip.length < high.length * 2.1);
  assertNear(listColors(await lastFrame(doubledClip)), [[208, 208, 208], red, blue]);
  const joinedClip = await joinTwoClips(other, await plainClip());
  const facts = await probeClip(joinedClip);
  assert.deepEqual(
    [facts.codec, facts.width, facts.height, facts.frames, facts.framesPerSecond, facts.durationMs],
    ['avc', 96, 64, 36, 14.4, 2500],
  );
  await assert.rejects(joinTwoClips(high, await clipNamed('vp9.webm')), ClipError);
});

test('a clip whose sound is longer than its frames can be extended, including the sound', async () => {
  const clip = await clipNamed('vp9.webm');
  const first = await writeTracks([{ clip, until: 1.25 }], [{ clip }]);
  const { durationMs, sound } = await probeClip(first);
  assert.ok(
    durationMs === 1250 && (sound?.durationMs ?? 0) >= 1500,
    `${durationMs} ms, ${sound?.durationMs}`,
  );
  const longer = await joinTwoClips(first, clip);
  const facts = await probeClip(longer);
  assert.equal(facts.frames, 44);
  assert.ok(Math.abs(facts.durationMs - 2750) <= 2, `${facts.durationMs}`);
  assert.ok(Math.abs(facts.sound!.durationMs - 2750) < 40, `${facts.sound?.durationMs}`);
});

/** A clip of one second and 48x32 pixels at 12 frames per second, unlike the others. */
async function plainClip(): Promise<Uint8Array> {
  const encoder = await openClipEncoder({ width: 48, height: 32, framesPerSecond: 12 });
  for (let frame = 0; frame < 12; frame++) encoder.addFrame(new Uint8Array(48 * 32 * 4).fill(90));
  const bytes = await encoder.finish({});
  encoder.close();
  return bytes;
}

/** VP8 files may have such frames, which others refer to. */
async function withHiddenFrame(): Promise<Uint8Array> {
  const clip = await clipNamed('vp8.webm');
  await withClip(clip, async input => {
    const sink = new EncodedPacketSink(await videoTrack(input));
    const packet = await sink.getPacket(12 / 16);
    const at = clip.indexOf(packet?.data ?? '');
    assert.ok(at > 0 && packet?.type === 'delta');
    clip[at] = (clip[at] ?? 0) & ~0x10;
  });
  return clip;
}

test('frames after a hidden frame keep their times', skipWithoutPrograms('ffmpeg'), async () => {
  const times = await frameTimes(await withHiddenFrame());
  assert.equal(times.length, 24);
  const { bytes } = await prepare(await withHiddenFrame(), { width: 64, height: 64 });
  assertTimes(await frameTimes(bytes), times);
});

test('an animation continues a clip', async () => {
  const pixels = Buffer.concat([40, 120, 200, 240].map(level => Buffer.alloc(48 * 32 * 3, level)));
  const raw = { width: 48, height: 32 * 4, channels: 3, pageHeight: 32 } as const;
  const animation = await sharp(pixels, { raw })
    .webp({ delay: [250, 250, 250, 250], loop: 0 })
    .toBuffer();
  const { frames, durationMs } = await probeClip(await joinTwoClips(await plainClip(), animation));
  assert.deepEqual([frames, durationMs], [16, 2000]);
});

/** Four frames, the second of which is shown for most of the two seconds. */
async function unevenClip(size = { width: 96, height: 64 }): Promise<Uint8Array> {
  const encoder = await openClipEncoder({ ...size, framesPerSecond: 2 });
  for (const level of [30, 90, 150, 210])
    encoder.addFrame(new Uint8Array(size.width * size.height * 4).fill(level));
  const bytes = await encoder.finish({}, unevenTimes);
  encoder.close();
  return bytes;
}

const unevenTimes = [0, 0.1, 1.8, 1.9, 2];

function assertTimes(actual: readonly number[], expected: readonly number[]): void {
  assert.equal(actual.length, expected.length);
  for (const [index, time] of expected.entries())
    assert.ok(Math.abs(actual[index]! - time) < 0.002, `${actual.join()}, not ${expected.join()}`);
}

test('uneven frame times are kept when a clip is cropped, joined, and joined at another size', async () => {
  const clip = await unevenClip();
  const { bytes, facts } = await prepare(clip, { width: 64, height: 64 });
  assert.deepEqual([facts.width, facts.frames, facts.framesPerSecond, facts.durationMs], [64, 4, 2, 2000]);
  assertTimes(await frameTimes(bytes), unevenTimes);
  const joinedTimes = [...unevenTimes.slice(0, -1), ...unevenTimes.map(time => time + 2)];
  assertTimes(await frameTimes(await joinTwoClips(clip, clip)), joinedTimes);
  const smaller = await unevenClip({ width: 48, height: 32 });
  assertTimes(await frameTimes(await joinTwoClips(clip, smaller)), joinedTimes);
});

test('the picture at a given time is the frame shown then', async () => {
  const frames = await framesAt(await unevenClip(), { positions: [0, 0.3, 0.6, 0.95, 1] });
  const levels = frames.map(({ data }) => data[0]!);
  for (const [index, level] of [30, 90, 90, 150, 210].entries())
    assert.ok(Math.abs(levels[index]! - level) <= 6, levels.join());
});

test('sound that starts after the first frame keeps its offset when the clip is cropped and joined', async () => {
  const silent = await unevenClip();
  const side = Float32Array.from({ length: 48_000 }, (_, index) => Math.sin(index * 0.05) * 0.3);
  const sound = await addSound(silent, { samples: [side, side], sampleRate: 48_000 });
  const late = await writeTracks([{ clip: silent }], [{ clip: sound, at: 0.75 }]);
  assert.ok(Math.abs((await soundStart(late)) - 0.75) < 0.03, `${await soundStart(late)}`);
  const { bytes } = await prepare(late, { width: 64, height: 64 });
  for (const clip of [bytes, await joinTwoClips(late, silent)])
    assert.ok(Math.abs((await soundStart(clip)) - 0.75) < 0.03, `${await soundStart(clip)}`);
  const second = await soundStart(await joinTwoClips(silent, late));
  assert.ok(Math.abs(second - 2.75) < 0.03, `${second}`);
});

function soundStart(clip: Uint8Array): Promise<number> {
  return withClip(clip, async input => (await input.getPrimaryAudioTrack())?.getFirstTimestamp() ?? NaN);
}

test('a clip with sound from our encoder is measured and copied unchanged', async () => {
  const side = Float32Array.from({ length: 48_000 }, (_, index) => Math.sin(index * 0.05) * 0.3);
  const clip = await addSound(await plainClip(), { samples: [side, side], sampleRate: 48_000 });
  const { facts } = await prepare(clip, { width: 48, height: 32 });
  assert.deepEqual(facts, await probeClip(clip));
});
