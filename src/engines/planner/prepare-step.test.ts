import assert from 'node:assert/strict';
import { test } from 'node:test';
import { photograph } from '../../../test/support/media/photograph.ts';
import { encodeMask } from '../../media/picture/mask-file.ts';
import { decodePicture, toPng } from '../../media/picture/picture.ts';
import type { EngineInput } from '../contract/engine-input.ts';
import type { EngineJob } from '../contract/engine-job.ts';
import { planJob } from './plan-job.ts';
import { prepareStep } from './prepare-step.ts';
import type { Abilities } from '../contract/steps/ability.ts';

const terms = { upstream: 'm', parameters: {} };

async function makeInput(role: 'picture', width: number, height: number): Promise<EngineInput> {
  const bytes = await toPng(photograph({ width, height, grain: 6 }));
  return { role, contentType: 'image/png', width, height, bytes };
}

function makeJob(more: Partial<EngineJob>): EngineJob {
  return {
    taskId: '1',
    model: 'm',
    prompt: '',
    seed: 1,
    exclude: [],
    kind: 'grid',
    width: 0,
    height: 0,
    ...more,
  };
}

async function makeStep(job: EngineJob, can: Abilities) {
  const { steps } = planJob(job, can);
  assert.equal(steps.length, 1);
  return prepareStep(steps[0]!, job, terms);
}

test('an upscaler gets the original picture and the requested size, whatever the model generates', async () => {
  const picture = await makeInput('picture', 96, 64);
  const sizes = { multiple: 8, list: [{ width: 64, height: 48 }] };
  const job = makeJob({
    kind: 'upscale',
    enhance: 'subtle',
    width: 192,
    height: 128,
    sizes,
    inputs: [picture],
  });
  const step = await makeStep(job, { upscale: { most: 1 } });
  assert.ok(step.primitive === 'upscale');
  assert.deepEqual([step.width, step.height], [192, 128]);
  assert.deepEqual([step.picture.width, step.picture.height], [96, 64]);
  const [sentPicture, original] = [
    await decodePicture(step.picture.bytes),
    await decodePicture(picture.bytes),
  ];
  assert.ok(Buffer.from(sentPicture.data).equals(Buffer.from(original.data)), 'the pixels are unchanged');
});

test('an upscaler gets only the part of the picture that fits the aspect ratio of the result', async () => {
  const inputs = [await makeInput('picture', 96, 96)];
  const job = makeJob({ kind: 'upscale', enhance: 'subtle', width: 192, height: 128, inputs });
  const step = await makeStep(job, { upscale: { most: 1 } });
  assert.ok(step.primitive === 'upscale');
  assert.deepEqual([step.picture.width, step.picture.height], [96, 64]);
});

test('an image-to-image upscale starts from the picture at the requested size', async () => {
  const inputs = [await makeInput('picture', 96, 64)];
  const job = makeJob({ kind: 'upscale', enhance: 'subtle', width: 192, height: 128, inputs });
  const step = await makeStep(job, { imageToImage: { most: 1 } });
  assert.ok(step.primitive === 'imageToImage');
  assert.deepEqual([step.picture.width, step.picture.height], [192, 128]);
});

test('the area to fill by instruction is green, and the rest is unchanged', async () => {
  const size = { width: 64, height: 48 };
  const data = Uint8Array.from({ length: 64 * 48 }, (_, pixel) => (pixel % 64 < 20 ? 255 : 0));
  const picture = await makeInput('picture', size.width, size.height);
  const mask = { ...picture, role: 'mask', bytes: await encodeMask({ data, ...size }) } as const;
  const step = await makeStep(makeJob({ kind: 'edit', ...size, inputs: [picture, mask] }), {
    instruct: { most: 4 },
  });
  assert.ok(step.primitive === 'instruct');
  const [sentPicture, old] = await Promise.all(
    [step.pictures[0]!, picture].map(({ bytes }) => decodePicture(bytes)),
  );
  for (const [pixel, value] of data.entries()) {
    const at = pixel * 4;
    const expected = value > 0 ? [0, 255, 0] : [...old!.data.subarray(at, at + 3)];
    assert.deepEqual([...sentPicture!.data.subarray(at, at + 3)], expected, `pixel ${pixel}`);
  }
});
