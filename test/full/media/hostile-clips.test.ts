/**
 * Clips that are damaged, have false headers, or waste time and memory. Each is rejected with
 * a reason, within the limits.
 */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { peakOfChildren } from '../../support/crashes/child-peak.ts';
import { skipWithoutPrograms } from '../../support/programs/needs.ts';
import type { PreparedClip } from '../../../src/media/clip/clip-work.ts';
import { ClipError } from '../../../src/media/clip/decode/clip-error.ts';
import { defaultLimits, runClipWork } from '../../../src/media/clip/run-clip-work.ts';

const size = { width: 96, height: 64 };
const limits = { ...defaultLimits, timeoutMs: 60_000, heapMegabytes: 256 };
/** Limits for clips that never end on their own. */
const shortLimits = { ...limits, timeoutMs: 4000 };
const folder = new URL('../../fixtures/clips/', import.meta.url);
const clipNamed = (name: string) => readFile(new URL(name, folder));

async function prepare(clip: Uint8Array, clipLimits = limits): Promise<PreparedClip> {
  const picks = [{ positions: [0, 1], maxEdge: 64 }];
  const work = runClipWork({ kind: 'prepare', clip, requestedSize: size, tags: {}, picks }, clipLimits);
  const { peakMegabytes } = await peakOfChildren(process.pid, Promise.allSettled([work]));
  assert.ok(peakMegabytes < defaultLimits.processMegabytes, `the process took ${peakMegabytes} MB`);
  return work;
}
const assertRejected = (clip: Uint8Array, reason?: RegExp, clipLimits = limits) =>
  assert.rejects(prepare(clip, clipLimits), error => {
    assert.ok(error instanceof ClipError, String(error));
    if (reason) assert.match(error.message, reason);
    return true;
  });

/** The offset of the content of the box of this type. */
function findContent(mp4: Buffer, type: string): number {
  const at = mp4.indexOf(type);
  assert.ok(at > 0, `no box ${type}`);
  return at + 4;
}

const names = ['h264-high.mp4', 'h264.mkv', 'vp9.webm', 'av1.mp4', 'h265.mp4', 'vp8.webm'];
for (const name of names) {
  test(`a truncated ${name} is rejected`, async () => {
    const clip = await clipNamed(name);
    for (const share of [0.02, 0.3, 0.6, 0.95]) await assertRejected(clip.subarray(0, clip.length * share));
    await assertRejected(clip.subarray(0, -1));
  });
}

const overwritten = [
  ['h264.mov', {}],
  ['h264-high.mp4', {}],
  ['vp9.mp4', skipWithoutPrograms('ffmpeg')],
  ['h265.mp4', skipWithoutPrograms('ffmpeg')],
] as const;
for (const [name, options] of overwritten) {
  test(`${name} with overwritten frames is rejected`, options, async () => {
    const clip = await clipNamed(name);
    const media = findContent(clip, 'mdat');
    clip.fill(0x5a, media + 40, media + 800);
    await assertRejected(clip);
  });
}

test('a clip with false or excessive dimensions is rejected', async () => {
  for (const [edge, reason] of [
    [960, /says that it has 960x960 pixels, and has 96x64/],
    [16_384, /too large/],
  ] as const) {
    const clip = await clipNamed('h264.mov');
    const at = findContent(clip, 'avc1');
    clip.writeUInt16BE(edge, at + 24);
    clip.writeUInt16BE(edge, at + 26);
    await assertRejected(clip, reason);
  }
});

test('a clip whose frames grow after the first one is rejected', skipWithoutPrograms('ffmpeg'), async () => {
  await assertRejected(await clipNamed('vp9-grows.webm'), /A frame is damaged/);
});

test('a clip whose index has no frames, or a billion, is rejected', async () => {
  for (const [name, count] of [
    ['h264.mov', 0],
    ['h264.mov', 1_000_000_000],
    ['vp9.mp4', 1_000_000_000],
  ] as const) {
    for (const box of ['stsz', 'stts']) {
      const clip = await clipNamed(name);
      const at = findContent(clip, box);
      if (box === 'stsz') {
        clip.writeUInt32BE(count, at + 8);
        // One size for all frames, so that the index needs no more bytes.
        if (count > 0) clip.writeUInt32BE(8, at + 4);
      } else clip.writeUInt32BE(count, at + 8);
      await assertRejected(clip, undefined, shortLimits);
    }
  }
});

test('invalid lengths in headers are rejected', async () => {
  for (const box of ['moov', 'trak', 'mdia', 'stbl', 'avcC']) {
    for (const length of [0, 4, 0x7fff_ffff, 0xffff_ffff]) {
      const clip = await clipNamed('h264.mov');
      clip.writeUInt32BE(length, findContent(clip, box) - 8);
      // Some of these clips are still readable, because the missing part is not needed.
      await prepare(clip).catch(error => assert.ok(error instanceof ClipError, `${box} ${length}`));
    }
  }
});

test('deeply nested boxes and endless sequences of boxes are rejected', async () => {
  const header = (type: string, bytes: number) => {
    const box = Buffer.alloc(8);
    box.writeUInt32BE(bytes, 0);
    box.write(type, 4, 'latin1');
    return box;
  };
  const start = Buffer.concat([header('ftyp', 16), Buffer.from('isom\0\0\0\0', 'latin1')]);
  const depth = 200_000;
  const nested = Array.from({ length: depth }, (_, level) => header('moov', (depth - level) * 8));
  await assertRejected(Buffer.concat([start, ...nested]));
  const row = Array.from({ length: 500_000 }, () => header('free', 8));
  await assertRejected(Buffer.concat([start, ...row]));
  await assertRejected(Buffer.concat([start, header('moov', 0), header('moov', 0)]));
});

test('a file that is no clip is rejected', async () => {
  const webm = await clipNamed('vp9.webm');
  const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(5000, 7)]);
  const stillPicture = Buffer.from('R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==', 'base64');
  await assertRejected(Buffer.concat([webm.subarray(0, 60), png]), undefined, shortLimits);
  await assertRejected(png);
  await assertRejected(stillPicture, /still picture/);
  for (const text of ['', '<html>', '#EXTM3U\nhttp://127.0.0.1/secret'])
    await assertRejected(Buffer.from(text));
});

test('a clip whose pictures take too long to decode is kept without them', async () => {
  const clip = await clipNamed('h264-high.mp4');
  const picks = Array.from({ length: 300_000 }, () => ({ positions: [0], maxEdge: 64 }));
  const { facts, pictures } = await runClipWork(
    { kind: 'prepare', clip, requestedSize: size, tags: {}, picks },
    { ...limits, timeoutMs: 10_000 },
  );
  assert.deepEqual([facts.frames, pictures], [24, undefined]);
});

test('exceeding a time or memory limit ends the work with a reason', async () => {
  const clip = await clipNamed('h264-4k.mp4');
  for (const clipLimits of [
    { ...limits, timeoutMs: 1 },
    { ...limits, heapMegabytes: 4 },
    { ...limits, processMegabytes: 40 },
  ])
    await assert.rejects(
      runClipWork({ kind: 'pick', clip, picks: [{ positions: [1] }] }, clipLimits),
      /takes too much time or memory/,
    );
});
