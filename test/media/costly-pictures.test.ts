import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { defaultLimits, runClipWork } from '../../src/media/clip/run-clip-work.ts';

const limits = { ...defaultLimits, timeoutMs: 60_000, heapMegabytes: 256 };

test('a clip whose pictures take too much memory is kept without them', async () => {
  const clip = await readFile(new URL('../fixtures/clips/h264-4k.mp4', import.meta.url));
  const requestedSize = { width: 3840, height: 2160 };
  const { bytes, pictures } = await runClipWork(
    { kind: 'prepare', clip, requestedSize, tags: {}, picks: [{ positions: [0] }] },
    { ...limits, processMegabytes: 220 },
  );
  assert.ok(bytes.length > clip.length / 2);
  assert.equal(pictures, undefined);
});
