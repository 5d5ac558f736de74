import assert from 'node:assert/strict';
import { test } from 'node:test';
import { photograph } from '../../../test/support/photograph.ts';
import { decodePicture, toPng } from '../../media/picture/picture.ts';
import type { EngineInput, EngineJob } from '../engine.ts';
import { planJob } from './plan-job.ts';
import { prepareStep } from './prepare-step.ts';
import type { Abilities } from './step-engine.ts';

const terms = { upstream: 'm', parameters: {} };

async function inputOf(role: 'picture', width: number, height: number): Promise<EngineInput> {
  const bytes = await toPng(photograph({ width, height, grain: 6 }));
  return { role, contentType: 'image/png', width, height, bytes };
}

function jobOf(more: Partial<EngineJob>): EngineJob {
  return { taskId: '1', model: 'm', prompt: '', seed: 1, exclude: [], kind: 'grid', width: 0, height: 0, ...more };
}

async function stepOf(job: EngineJob, can: Abilities) {
  const { steps } = planJob(job, can);
  assert.equal(steps.length, 1);
  return prepareStep(steps[0]!, job, terms);
}

test('an upscaler gets the picture as it is, and the size that is wanted, whatever the model generates', async () => {
  const picture = await inputOf('picture', 96, 64);
  const sizes = { multiple: 8, list: [{ width: 64, height: 48 }] };
  const job = jobOf({
    kind: 'upscale',
    enhance: 'subtle',
    width: 192,
    height: 128,
    sizes,
    inputs: [picture],
  });
  const step = await stepOf(job, { upscale: { most: 1 } });
  assert.ok(step.primitive === 'upscale');
  assert.deepEqual([step.width, step.height], [192, 128]);
  assert.deepEqual([step.picture.width, step.picture.height], [96, 64]);
  const [sent, original] = [await decodePicture(step.picture.bytes), await decodePicture(picture.bytes)];
  assert.ok(Buffer.from(sent.data).equals(Buffer.from(original.data)), 'its pixels');
});

test('an upscaler gets no part of the picture that the shape of the result has no place for', async () => {
  const inputs = [await inputOf('picture', 96, 96)];
  const job = jobOf({ kind: 'upscale', enhance: 'subtle', width: 192, height: 128, inputs });
  const step = await stepOf(job, { upscale: { most: 1 } });
  assert.ok(step.primitive === 'upscale');
  assert.deepEqual([step.picture.width, step.picture.height], [96, 64]);
});

test('redrawing starts from the picture at the size that is wanted', async () => {
  const inputs = [await inputOf('picture', 96, 64)];
  const job = jobOf({ kind: 'upscale', enhance: 'subtle', width: 192, height: 128, inputs });
  const step = await stepOf(job, { imageToImage: { most: 1 } });
  assert.ok(step.primitive === 'imageToImage');
  assert.deepEqual([step.picture.width, step.picture.height], [192, 128]);
});
