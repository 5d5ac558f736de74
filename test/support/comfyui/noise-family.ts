/**
 * Workflows that need no model: noise, scaled and blended images, clips of noise.
 * They run on any ComfyUI server.
 */
import assert from 'node:assert/strict';
import type { Families } from '../../../src/engines/kinds/comfyui/families/families.ts';
import { readWorkflow, type Workflow } from '../../../src/engines/kinds/comfyui/workflow/read-workflow.ts';
import type { Primitive } from '../../../src/engines/contract/steps/primitive.ts';
import type { Json } from '../../../src/engines/contract/json.ts';

type Inputs = Readonly<Record<string, Json>>;

const node = (class_type: string, inputs: Inputs, title?: string) => ({
  class_type,
  inputs,
  ...(title && { _meta: { title } }),
});
const empty = node(
  'EmptyImage',
  { width: 64, height: 64, batch_size: 1, color: 3_368_652 },
  '$width $height',
);
const noise = (image: string) =>
  node('ImageAddNoise', { image: [image, 0], seed: 0, strength: 0.5 }, '$seed');
const picture = node('LoadImage', { image: 'picture.png' }, '$picture');
const scaleNode = (image: string) =>
  node(
    'ImageScale',
    { image: [image, 0], upscale_method: 'lanczos', width: 64, height: 64, crop: 'disabled' },
    '$width $height',
  );
const save = (image: string) => node('SaveImage', { images: [image, 0], filename_prefix: 'kinora' }, '$out');

const graphs: Readonly<Record<Primitive, Json>> = {
  generate: { empty, noise: noise('empty'), out: save('noise') },
  imageToImage: { picture, noise: noise('picture'), out: save('noise') },
  inpaint: {
    picture,
    mask: node('LoadImageMask', { image: 'mask.png', channel: 'red' }, '$mask'),
    noise: noise('picture'),
    mixed: node('ImageCompositeMasked', {
      destination: ['picture', 0],
      source: ['noise', 0],
      mask: ['mask', 0],
      x: 0,
      y: 0,
      resize_source: false,
    }),
    out: save('mixed'),
  },
  instruct: {
    picture,
    picture2: node('LoadImage', { image: 'picture.png' }, '$picture2?'),
    mixed: node('ImageBlend', {
      image1: ['picture', 0],
      image2: ['picture2', 0],
      blend_factor: 0.5,
      blend_mode: 'normal',
    }),
    noise: noise('mixed'),
    scaled: scaleNode('noise'),
    words: node('PrimitiveStringMultiline', { value: '' }, '$prompt'),
    out: save('scaled'),
  },
  upscale: { picture, scaled: scaleNode('picture'), out: save('scaled') },
  clip: {
    empty: node('EmptyImage', { width: 64, height: 64, batch_size: 1, color: 255 }, '$width $height'),
    noise: noise('empty'),
    clip: node('CreateVideo', { images: ['noise', 0], fps: 24 }, '$fps'),
    out: node(
      'SaveVideo',
      { video: ['clip', 0], filename_prefix: 'kinora', format: 'mp4', codec: 'h264', 'format.codec': 'h264' },
      '$out',
    ),
  },
  ask: {
    words: node('PrimitiveStringMultiline', { value: '' }, '$prompt'),
    out: node('PreviewAny', { source: ['words', 0] }, '$out'),
  },
};

const workflows = new Map(
  Object.entries(graphs).map(([primitive, graph]) => [primitive, toWorkflow(primitive, graph)]),
);

/** It answers a question with the question itself. */
export const noiseFamilies: Families = new Map([
  [
    'noise',
    {
      abilities: {
        generate: { most: 1 },
        imageToImage: { most: 1 },
        inpaint: { most: 1 },
        instruct: { most: 1, pictures: 2 },
        upscale: { most: 1 },
        clip: { most: 1, fromWords: true },
        ask: { most: 1 },
      },
      timing: { framesPerSecond: 24, multiple: 4 },
      chooseWorkflow: ({ primitive }) => {
        const workflow = workflows.get(primitive);
        assert.ok(workflow);
        return workflow;
      },
    },
  ],
]);

function toWorkflow(primitive: string, graph: Json): Workflow {
  // Clips of any length are batches of frames, which a title cannot express.
  const frames = { slot: 'frames', node: 'empty', input: 'batch_size' };
  const read = readWorkflow(graph, primitive === 'clip' ? [frames] : []);
  assert.ok('workflow' in read, JSON.stringify(read));
  return read.workflow;
}
