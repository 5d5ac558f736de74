import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstPicture } from './draw-clip.ts';
import { drawSound } from './draw-sound.ts';
import { createJob, subjects } from '../testing/follow-up-jobs.ts';
import type { Job } from '../job/job.ts';

const prompt = 'rain on a lake';

function createClipJob(more: Partial<Job>): Job {
  return createJob({ kind: 'clip', prompt, seconds: 2, framesPerSecond: 12, ...more });
}

async function drawTestSound(more: Partial<Job>): Promise<Float32Array> {
  return (await drawSound({ job: createClipJob(more), candidate: 0, subjects })).samples[0];
}

async function drawParent(more: Partial<Job>): Promise<Pick<Job, 'parent'>> {
  const picture = await firstPicture({ job: createClipJob(more), candidate: 0, subjects });
  return { parent: { recipe: { pictures: [JSON.parse(JSON.stringify(picture))] }, candidate: 0, prompt } };
}

test('an extended clip sounds like the original until its fade-out, whatever the seed', async () => {
  const before = await drawTestSound({});
  const after = await drawTestSound({ ...(await drawParent({})), extend: true, seconds: 4, seed: 77 });
  assert.equal(after.length, 4 * 48_000);
  const sampleCount = (2 - 0.6) * 48_000;
  assert.deepEqual(after.subarray(0, sampleCount), before.subarray(0, sampleCount));
});

test('the sound of an extended loop repeats with the loop', async () => {
  const extendedSound = await drawTestSound({
    ...(await drawParent({ loop: true })),
    extend: true,
    loop: true,
    seconds: 4,
  });
  assert.deepEqual(extendedSound.subarray(0, 48_000), extendedSound.subarray(2 * 48_000, 3 * 48_000));
});

test('another place has another sound', async () => {
  assert.notDeepEqual(await drawTestSound({ prompt: 'a city street' }), await drawTestSound({}));
});
