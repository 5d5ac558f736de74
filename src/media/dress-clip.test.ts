import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openClipEncoder, probeClip } from './clip.ts';
import { dressClip } from './dress-clip.ts';
import type { KeptJob, OpenedMedia } from './keep-files.ts';
import { UnusableMedia } from './unusable-media.ts';

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
} as const satisfies KeptJob;
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

function plain(level: number): Uint8Array {
  return new Uint8Array(size.width * size.height * 4).fill(level);
}

async function clipOf(level: number, frames = 12): Promise<OpenedMedia> {
  const encoder = await openClipEncoder({ ...size, framesPerSecond: 12 });
  for (let frame = 0; frame < frames; frame++) encoder.addFrame(plain(level + frame));
  const bytes = await encoder.finish({});
  encoder.close();
  return { media: { kind: 'clip', contentType: 'video/mp4', ...size, ref: null }, bytes };
}

function posterOf(level: number): OpenedMedia {
  const media = { kind: 'picture', contentType: 'image/x-rgba', ...size, ref: null } as const;
  return { media, bytes: plain(level) };
}

test('each candidate of a clip is kept with its own thumbnail', async () => {
  const opened = [await clipOf(20), posterOf(20), await clipOf(200), posterOf(200)];
  const files = await dressClip({ ...job, clips: 2 }, opened, provenance);
  assert.deepEqual(
    files.map(({ kind, ordinal }) => [kind, ordinal]),
    [
      ['clip', 0],
      ['thumbnail', 0],
      ['clip', 1],
      ['thumbnail', 1],
    ],
  );
  assert.equal((await probeClip(files[2]!.bytes)).durationMs, 1000);
  assert.notDeepEqual(files[1]!.bytes, files[3]!.bytes);
});

test('a clip without a poster has no thumbnail', async () => {
  const files = await dressClip(job, [await clipOf(20)], provenance);
  assert.deepEqual(
    files.map(({ kind }) => kind),
    ['clip'],
  );
});

test('candidates that are missing, too short or of another size are refused', async () => {
  const clip = await clipOf(20);
  const refused = (change: Partial<KeptJob>, opened: OpenedMedia[]) =>
    assert.rejects(dressClip({ ...job, ...change }, opened, provenance), UnusableMedia);
  await refused({ clips: 2 }, [clip, posterOf(20)]);
  await refused({}, [posterOf(20)]);
  await refused({ clips: 2 }, [clip, posterOf(20), await clipOf(20, 4), posterOf(20)]);
  await refused({ width: 80 }, [clip]);
  await refused({}, [{ ...clip, bytes: new Uint8Array(100) }]);
});
