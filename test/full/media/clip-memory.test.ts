/**
 * Large clips of each codec, made by test/fixtures/clips/make.py. Each is read within the
 * memory limit in decisions/026.
 */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { peakOfChildren } from '../../support/crashes/child-peak.ts';
import { skipWithoutPrograms } from '../../support/programs/needs.ts';
import { evenly16 } from '../../../src/media/clip/clip-frames.ts';
import { defaultLimits, runClipWork } from '../../../src/media/clip/run-clip-work.ts';

const folder = new URL('../../fixtures/clips/', import.meta.url);
const sizes = { '1080p': { width: 1920, height: 1080 }, '4k': { width: 3840, height: 2160 } } as const;
const picks = [
  { positions: [0], maxEdge: 1280 },
  { positions: evenly16, maxEdge: 320 },
];

for (const [name, size] of Object.entries(sizes))
  for (const file of ['h264', 'h265', 'vp9', 'av1'].map(codec => `${codec}-${name}.mp4`))
    test(
      `${file} is read within its memory limit`,
      file.startsWith('h264') ? {} : skipWithoutPrograms('ffmpeg'),
      async t => {
        const clip = await readFile(new URL(file, folder));
        const work = runClipWork({ kind: 'prepare', clip, requestedSize: size, tags: {}, picks });
        const { result, peakMegabytes } = await peakOfChildren(process.pid, work);
        t.diagnostic(`${peakMegabytes.toFixed(0)} MB`);
        assert.deepEqual([result.facts.width, result.facts.height], [size.width, size.height]);
        assert.deepEqual(
          result.pictures?.map(pictures => pictures.length),
          [1, 16],
        );
        assert.ok(peakMegabytes < defaultLimits.processMegabytes, `${peakMegabytes} MB`);
      },
    );

test('a 4K clip is re-encoded at another size within its memory limit', async t => {
  const clip = await readFile(new URL('h264-4k.mp4', folder));
  const work = runClipWork({ kind: 'resize', clip, size: { width: 2160, height: 2160 } });
  const { peakMegabytes } = await peakOfChildren(process.pid, work);
  t.diagnostic(`${peakMegabytes.toFixed(0)} MB`);
  assert.ok(peakMegabytes < defaultLimits.processMegabytes, `${peakMegabytes} MB`);
});
