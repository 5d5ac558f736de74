import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawPicture } from '../draw/draw-picture.ts';
import { createJob, subjects } from '../testing/follow-up-jobs.ts';
import type { Job } from '../job/job.ts';
import { drawThumbnail } from './draw-thumbnail.ts';

const cases: Readonly<Record<string, Partial<Job>>> = {
  'a tilted view': { weird: 3000 },
  'a low quality': { quality: 0.25 },
  'an early stop': { stop: 30 },
  'a pattern': { tile: true },
  'a picture with a paper margin': { prompt: 'a lake, watercolor' },
};

for (const [name, more] of Object.entries(cases))
  test(`all previews of ${name} have the same size`, async () => {
    const job = createJob({ prompt: 'a fox', width: 640, height: 400, ...more });
    const sizes = new Set<string>();
    await drawPicture({
      job,
      candidate: 0,
      subjects,
      onProgress: (_, canvas) => {
        const { width, height } = drawThumbnail(canvas, job);
        sizes.add(`${width}x${height}`);
      },
    });
    assert.deepEqual([...sizes], ['320x200']);
  });
