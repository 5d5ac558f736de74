import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openClipEncoder, probeClip } from '../../../media/clip/clip.ts';
import { processClip } from './process-clip.ts';
import type { SavedJob, OpenedMedia } from './rendition.ts';
import { decodePicture } from '../../../media/picture/picture.ts';
import { readProvenance } from '../../../media/provenance/provenance.ts';
import { addSound } from '../../../media/clip/sound-track.ts';
import { UnusableMedia } from '../../../media/unusable-media.ts';

const size = { width: 64, height: 48 };
const job = {
  taskId: 'test',
  model: 'sketch',
  kind: 'clip',
  prompt: 'waves',
  seed: 1,
  exclude: [],
  seconds: 1,
  framesPerSecond: 12,
  ...size,
} as const satisfies SavedJob;
const provenance = {
  engine: 'sketch',
  model: 'sketch',
  prompt: 'waves',
  seed: 1,
  parameters: {},
  taskId: 'test',
  createdAt: '2026-01-02T03:04:05.000Z',
  digitalSourceType: 'algorithmicMedia',
} as const;
const making = { provenance, acceptedResults: [] };

function plain(level: number): Uint8Array {
  return new Uint8Array(size.width * size.height * 4).fill(level);
}

async function makeClip(level: number, frames = 12): Promise<OpenedMedia> {
  const encoder = await openClipEncoder({ ...size, framesPerSecond: 12 });
  for (let frame = 0; frame < frames; frame++) encoder.addFrame(plain(level + frame));
  const bytes = await encoder.finish({});
  encoder.close();
  return { media: { kind: 'clip', contentType: 'video/mp4', ...size, ref: null }, bytes };
}

function makePoster(level: number): OpenedMedia {
  const media = { kind: 'picture', contentType: 'image/x-rgba', ...size, ref: null } as const;
  return { media, bytes: plain(level) };
}

const small = { width: 16, height: 12 };

function makeFrames(level: number, count = 16): OpenedMedia[] {
  const media = { kind: 'frame', contentType: 'image/x-rgba', ...small, ref: null } as const;
  return Array.from({ length: count }, (_, index) => ({
    media,
    bytes: gray(level + index * 4),
  }));
}

function gray(level: number): Uint8Array {
  return Uint8Array.from({ length: small.width * small.height * 4 }, (_, index) =>
    index % 4 === 3 ? 255 : level,
  );
}

async function soundingClip(): Promise<OpenedMedia> {
  const clip = await makeClip(20);
  const side = Float32Array.from({ length: 48_000 }, (_, index) => Math.sin(index * 0.05) * 0.3);
  return { ...clip, bytes: await addSound(clip.bytes, { samples: [side, side], sampleRate: 48_000 }) };
}

test('each candidate of a clip is stored with its own thumbnail', async () => {
  const mediaFiles = [await makeClip(20), makePoster(20), await makeClip(200), makePoster(200)];
  const files = await processClip({ ...job, clips: 2 }, mediaFiles, making);
  assert.deepEqual(
    files.map(({ kind, ordinal }) => [kind, ordinal]),
    [
      ['clip', 0],
      ['thumbnail', 0],
      ['spritesheet', 0],
      ['clip', 1],
      ['thumbnail', 1],
      ['spritesheet', 1],
    ],
  );
  assert.equal((await probeClip(files[3]!.bytes)).durationMs, 1000);
  assert.notDeepEqual(files[1]!.bytes, files[4]!.bytes);
});

test('a clip without a poster gets one of its first frame, and a spritesheet of 16 frames', async () => {
  const files = await processClip(job, [await makeClip(20)], making);
  assert.deepEqual(
    files.map(({ kind, width, height }) => [kind, width, height]),
    [
      ['clip', 64, 48],
      ['thumbnail', 64, 48],
      ['spritesheet', 256, 192],
    ],
  );
  const { data } = await decodePicture(files[1]!.bytes);
  assert.ok(Math.abs(data[0]! - 20) <= 3, `${data[0]}`);
});

test('the frames of each candidate become a spritesheet, in order, with provenance', async () => {
  const candidate = async (level: number) => [await makeClip(level), makePoster(level), ...makeFrames(level)];
  const mediaFiles = [...(await candidate(20)), ...(await candidate(90))];
  const files = await processClip({ ...job, clips: 2 }, mediaFiles, making);
  const sheets = files.filter(({ kind }) => kind === 'spritesheet');
  assert.deepEqual(
    sheets.map(({ ordinal, contentType, width, height }) => [ordinal, contentType, width, height]),
    [
      [0, 'image/jpeg', 64, 48],
      [1, 'image/jpeg', 64, 48],
    ],
  );
  for (const [index, first] of [20, 90].entries()) {
    const { bytes } = sheets[index]!;
    assert.deepEqual(readProvenance(bytes), provenance);
    const { data } = await decodePicture(bytes);
    const levels = Array.from({ length: 16 }, (_, cell) => {
      const x = (cell % 4) * small.width + 8;
      const y = Math.floor(cell / 4) * small.height + 6;
      return data[(y * 64 + x) * 4]!;
    });
    levels.forEach((level, cell) => assert.ok(Math.abs(level - first - cell * 4) <= 2, `${levels.join()}`));
  }
});

test('frames that cannot form a spritesheet are rejected', async () => {
  const clip = await makeClip(20);
  const other = { ...makeFrames(20)[0]!, media: { ...makeFrames(20)[0]!.media, width: 12, height: 16 } };
  for (const frames of [makeFrames(20, 15), [...makeFrames(20, 15), other]])
    await assert.rejects(processClip(job, [clip, ...frames], making), UnusableMedia);
});

test('a clip keeps its sound, and one without the requested sound is rejected', async () => {
  const [file] = await processClip({ ...job, audio: true }, [await soundingClip()], making);
  const { sound } = await probeClip(file!.bytes);
  assert.deepEqual(sound, { codec: 'aac', sampleRate: 48_000, channels: 2, durationMs: 1000 });
  assert.deepEqual(readProvenance(file!.bytes), provenance);
  await assert.rejects(processClip({ ...job, audio: true }, [await makeClip(20)], making), UnusableMedia);
});

test('a clip of less than half of the asked size or of quite another shape is rejected, unless the model makes such', async () => {
  const clip = await makeClip(20);
  for (const [width, height] of [
    [160, 120],
    [48, 128],
    [256, 48],
  ] as const) {
    const requestedJob = { ...job, width, height };
    const reason = { message: `64x48 pixels instead of ${width}x${height}` };
    await assert.rejects(processClip(requestedJob, [clip], making), reason);
    await processClip(requestedJob, [clip], { ...making, acceptedResults: ['any-size'] });
  }
  const [half] = await processClip({ ...job, width: 128, height: 96 }, [clip], making);
  assert.deepEqual([half?.width, half?.height], [64, 48]);
  const sizedClip = { ...clip, media: { ...clip.media, asked: size } };
  await processClip({ ...job, width: 640, height: 480 }, [sizedClip], making);
});

test('missing and too short candidates are rejected', async () => {
  const clip = await makeClip(20);
  const assertRejected = (change: Partial<SavedJob>, mediaFiles: OpenedMedia[]) =>
    assert.rejects(processClip({ ...job, ...change }, mediaFiles, making), UnusableMedia);
  await assertRejected({ clips: 2 }, [clip, makePoster(20)]);
  await assertRejected({}, [makePoster(20)]);
  await assertRejected({ clips: 2 }, [clip, makePoster(20), await makeClip(20, 4), makePoster(20)]);
  await assertRejected({}, [{ ...clip, bytes: new Uint8Array(100) }]);
});
