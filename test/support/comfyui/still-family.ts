/**
 * Workflows that need no model and support every operation: those of noise, clips of a
 * still image, and a fixed answer.
 */
import assert from 'node:assert/strict';
import type { Families, Family } from '../../../src/engines/kinds/comfyui/families/families.ts';
import { readWorkflow, type Workflow } from '../../../src/engines/kinds/comfyui/workflow/read-workflow.ts';
import type { Json } from '../../../src/engines/contract/json.ts';
import type { SlotBinding } from '../../../src/engines/contract/kind/own-workflow.ts';
import { noiseFamilies } from './noise-family.ts';

const picture = (title: string) => ({
  class_type: 'LoadImage',
  inputs: { image: 'picture.png' },
  _meta: { title },
});
const blend = (one: string, other: string) => ({
  class_type: 'ImageBlend',
  inputs: { image1: [one, 0], image2: [other, 0], blend_factor: 0.5, blend_mode: 'normal' },
});
const scaleNode = (from: string) => ({
  class_type: 'ImageScale',
  inputs: { image: [from, 0], upscale_method: 'lanczos', width: 64, height: 64, crop: 'disabled' },
  _meta: { title: '$width $height' },
});

/** The first image in all frames, except the last frame if a last image is given. */
const stillClip = {
  first: picture('$picture'),
  firstScaled: scaleNode('first'),
  repeated: { class_type: 'RepeatImageBatch', inputs: { image: ['firstScaled', 0], amount: 1 } },
  last: picture('$last?'),
  lastScaled: scaleNode('last'),
  frames: { class_type: 'ImageBatch', inputs: { image1: ['repeated', 0], image2: ['lastScaled', 0] } },
  clip: {
    class_type: 'CreateVideo',
    inputs: { images: ['frames', 0], fps: 24 },
    _meta: { title: '$fps' },
  },
  out: {
    class_type: 'SaveVideo',
    inputs: {
      video: ['clip', 0],
      filename_prefix: 'kinora',
      format: 'mp4',
      codec: 'h264',
      'format.codec': 'h264',
    },
    _meta: { title: '$out' },
  },
};

/** The answer to both questions: four descriptions of an image, and the weights of the words of a prompt. */
const answer = {
  literal: 'hills under a wide sky',
  medium: 'a photograph with grain',
  mood: 'a calm morning',
  camera: 'seen from far away',
  ...Object.fromEntries(Array.from({ length: 20 }, (_, index) => [index + 1, 1 / (index + 1)])),
};
const fixedAnswer = {
  question: {
    class_type: 'PrimitiveStringMultiline',
    inputs: { value: '' },
    _meta: { title: '$prompt' },
  },
  answer: { class_type: 'PrimitiveStringMultiline', inputs: { value: JSON.stringify(answer) } },
  out: { class_type: 'PreviewAny', inputs: { source: ['answer', 0] }, _meta: { title: '$out' } },
};

/** Images that are partly those of up to two style references. */
const styledImage = {
  empty: {
    class_type: 'EmptyImage',
    inputs: { width: 64, height: 64, batch_size: 1, color: 0 },
    _meta: { title: '$width $height' },
  },
  style: picture('$style?'),
  first: blend('empty', 'style'),
  style2: picture('$style2?'),
  second: blend('first', 'style2'),
  noise: {
    class_type: 'ImageAddNoise',
    inputs: { image: ['second', 0], seed: 0, strength: 0.05 },
    _meta: { title: '$seed' },
  },
  words: { class_type: 'PrimitiveStringMultiline', inputs: { value: '' }, _meta: { title: '$prompt' } },
  out: {
    class_type: 'SaveImage',
    inputs: { images: ['noise', 0], filename_prefix: 'kinora' },
    _meta: { title: '$out' },
  },
};

const clip = toWorkflow(stillClip, [{ slot: 'frames', node: 'repeated', input: 'amount' }]);
const ask = toWorkflow(fixedAnswer);
const styleWorkflow = toWorkflow(styledImage);
const noise = noiseFamilies.get('noise');
assert.ok(noise);

export const stillFamilies: Families = new Map<string, Family>([
  [
    'still',
    {
      ...noise,
      abilities: { ...noise.abilities, clip: { most: 1, fromPicture: true, canEndWith: true } },
      chooseWorkflow: step =>
        step.primitive === 'clip' ? clip : step.primitive === 'ask' ? ask : noise.chooseWorkflow(step),
    },
  ],
  [
    'styled',
    {
      abilities: { generate: { most: 1, references: ['style'], maxReferences: { style: 2 } } },
      chooseWorkflow: () => styleWorkflow,
    },
  ],
]);

function toWorkflow(graph: Json, bindings: readonly SlotBinding[] = []): Workflow {
  const read = readWorkflow(graph, bindings);
  assert.ok('workflow' in read, JSON.stringify(read));
  return read.workflow;
}
