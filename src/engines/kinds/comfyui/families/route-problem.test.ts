/** Routes to workflows: unknown families, and parameters that set nothing. */
import { reasonText } from '@kinora/shared/errors/reason';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { groupFamilies } from './custom-workflow.ts';
import { shippedFamilies } from './families.ts';
import { routeProblem, settableSlots } from './route-problem.ts';

const findProblem = (set: Record<string, string | number>, upstream = 'sdxl:a.safetensors', rename = {}) => {
  const problem = routeProblem({ upstream, parameters: { rename, set } }, shippedFamilies);
  return problem && `${problem.field}: ${reasonText(problem.reason)}`;
};

test('a route names a family that exists', () => {
  assert.equal(findProblem({}), undefined);
  assert.match(
    findProblem({}, 'sdx:file') ?? '',
    /^upstream: there is no workflow family sdx\. Did you mean sdxl\? Allowed: sdxl, sd35, /,
  );
});

test('a route to a file without its ending, or without its family, is rejected with what is probably meant', () => {
  assert.match(findProblem({}, 'sdxl:dreams') ?? '', /^upstream: .* Did you mean sdxl:dreams\.safetensors\?/);
  assert.match(findProblem({}, 'dreams.safetensors') ?? '', /Did you mean sdxl:dreams\.safetensors\?/);
  assert.equal(findProblem({}, 'sdxl:SD/dreams.ckpt'), undefined);
});

test('a parameter that no workflow of the family has, or that each step decides, is rejected with the allowed ones', () => {
  assert.equal(findProblem({ steps: 30, cfg: 5.5, sampler: 'euler', scheduler: 'normal' }), undefined);
  for (const name of [
    'step',
    'stepss',
    'picture',
    'picture2',
    'out',
    'batch',
    'prompt',
    'denoise',
    'toString',
  ])
    assert.match(
      findProblem({ [name]: 1 }) ?? '',
      new RegExp(`^parameters: .* no slot ${name} .* Allowed: cfg, sampler, scheduler, steps, upscaler`),
    );
  assert.match(findProblem({}, 'sdxl', { quality: 'stepss' }) ?? '', /no slot stepss/);
  assert.equal(findProblem({}, 'sdxl', { quality: 'steps' }), undefined);
});

test('a parameter of the wrong type is rejected', () => {
  assert.equal(findProblem({ steps: 'four' }), 'parameters: steps must be a number, not "four"');
  assert.equal(findProblem({ sampler: 3 }), 'parameters: sampler must be a string, not 3');
});

test('a route can set the slots of every workflow of a family, also of those that only some steps use', () => {
  const settable = (name: string) => [...settableSlots(shippedFamilies.get(name) ?? assert.fail()).keys()];
  assert.ok(settable('flux1-fill').includes('fillModel'));
  assert.ok(settable('wan22-14b').includes('lowModel'));
  assert.ok(settable('ask').includes('temperature'));
});

test('a slot of the operator has the type of its value in the workflow', () => {
  const graph = {
    1: { class_type: 'A', inputs: { text: '', amount: 1, tiled: true } },
    9: { class_type: 'Save', inputs: { prefix: '' } },
  };
  const slots = [
    { slot: 'prompt', node: '1', input: 'text' },
    { slot: 'repeats', node: '1', input: 'amount' },
    { slot: 'tiled', node: '1', input: 'tiled' },
    { slot: 'out', node: '9', input: 'prefix' },
  ];
  const families = groupFamilies([{ family: 'mine', primitive: 'generate', graph, slots, sizes: {} }]);
  assert.deepEqual(
    [...settableSlots(families.get('mine') ?? assert.fail())],
    [
      ['repeats', 'number'],
      ['tiled', 'boolean'],
    ],
  );
});
