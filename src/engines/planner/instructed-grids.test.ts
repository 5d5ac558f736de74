import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rejectionText } from '../../../test/support/engines/rejection-text.ts';
import type { PlannableJob } from '../contract/kind/plannable-job.ts';
import type { Abilities } from '../contract/steps/ability.ts';
import { planJob } from './plan-job.ts';

const job = { kind: 'grid', prompt: 'a fox', seed: 1, exclude: [], width: 640, height: 480 } as const;
const input = (role: 'prompt' | 'style' | 'object') =>
  ({ role, contentType: 'image/png', width: 640, height: 480 }) as const;

test('an engine that only follows instructions makes grids from reference images', () => {
  const can: Abilities = { instruct: { most: 1, pictures: 2 } };
  const rejection = (inputs: PlannableJob['inputs']) => rejectionText(can, { ...job, inputs });
  assert.match(rejection([]) ?? '', /from other images only/);
  assert.equal(rejection([input('prompt')]), undefined);
  assert.equal(rejection([input('prompt'), input('style')]), undefined);
  assert.match(rejection([input('prompt'), input('style'), input('object')]) ?? '', /at most 2/);
  const steps = planJob({ ...job, inputs: [input('prompt')] }, can).steps;
  assert.deepEqual(
    steps.map(({ primitive, references }) => [primitive, references?.length]),
    Array.from({ length: 4 }, () => ['instruct', 1]),
  );
});
