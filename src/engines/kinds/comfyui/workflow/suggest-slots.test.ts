/** Suggested slots, for exports of the shipped workflows without titles and for typical user workflows. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import type { Json } from '../../../contract/json.ts';
import { type Graph, readWorkflow } from './read-workflow.ts';
import { suggestSlots } from './suggest-slots.ts';

/** The suggestions as `slot node.input`, with a question mark after an optional slot. */
function listSuggestions(graph: Json): string[] {
  const read = readWorkflow(graph);
  assert.ok('workflow' in read, JSON.stringify(read));
  return suggestSlots(read.workflow.graph)
    .map(({ slot, node, input = '', isOptional }) => `${slot}${isOptional ? '?' : ''} ${node}.${input}`)
    .sort();
}

async function listShippedSuggestions(file: string): Promise<string[]> {
  const text = await readFile(new URL(`../workflows/${file}.json`, import.meta.url), 'utf8');
  const graph = JSON.parse(text) as Graph;
  const bare = Object.entries(graph).map(([id, { class_type, inputs }]) => [id, { class_type, inputs }]);
  return listSuggestions(Object.fromEntries(bare));
}

test('all slots of an image workflow are suggested', async () => {
  assert.deepEqual(await listShippedSuggestions('sdxl/generate'), [
    'batch latent.batch_size',
    'cfg samples.cfg',
    'height latent.height',
    'model model.ckpt_name',
    'negative negative.text',
    'out out.filename_prefix',
    'prompt prompt.text',
    'sampler samples.sampler_name',
    'scheduler samples.scheduler',
    'seed samples.seed',
    'steps samples.steps',
    'width latent.width',
  ]);
});

test('slots for pictures, masks and strength are suggested if the workflow has a picture', async () => {
  const inpaint = await listShippedSuggestions('sdxl/inpaint');
  for (const slot of ['picture picture.image', 'mask mask.image', 'denoise samples.denoise'])
    assert.ok(inpaint.includes(slot), `${slot}: ${inpaint}`);
  const instruct = await listShippedSuggestions('qwen-image-edit/instruct');
  for (const slot of ['prompt prompt.prompt', 'negative negative.prompt', 'picture2? picture2.image'])
    assert.ok(instruct.includes(slot), `${slot}: ${instruct}`);
  const upscale = await listShippedSuggestions('sdxl/upscale');
  assert.ok(upscale.includes('width scaled.width'), String(upscale));
});

test('slots for length and frame rate of a clip workflow are suggested', async () => {
  const clip = await listShippedSuggestions('wan22-5b/clip');
  for (const slot of [
    'frames latent.length',
    'fps clip.fps',
    'picture picture.image',
    'out out.filename_prefix',
  ])
    assert.ok(clip.includes(slot), `${slot}: ${clip}`);
  const ends = await listShippedSuggestions('wan22-14b/clip-from-picture');
  assert.ok(
    ends.some(slot => slot.startsWith('last? ')),
    String(ends),
  );
});

test('values in separate nodes are found through links, and zeroed conditioning is no negative prompt', () => {
  const slots = listSuggestions({
    1: { class_type: 'PrimitiveStringMultiline', inputs: { value: 'a fox' } },
    2: { class_type: 'CLIPTextEncode', inputs: { text: ['1', 0], clip: ['9', 1] } },
    3: { class_type: 'FluxGuidance', inputs: { conditioning: ['2', 0], guidance: 3.5 } },
    4: { class_type: 'ConditioningZeroOut', inputs: { conditioning: ['2', 0] } },
    5: { class_type: 'PrimitiveInt', inputs: { value: 7 } },
    6: {
      class_type: 'KSampler',
      inputs: { positive: ['3', 0], negative: ['4', 0], seed: ['5', 0], denoise: 1, latent_image: ['8', 0] },
    },
    8: { class_type: 'EmptySD3LatentImage', inputs: { width: 1024, height: 1024, batch_size: 1 } },
    9: { class_type: 'CheckpointLoaderSimple', inputs: { ckpt_name: 'x' } },
    10: { class_type: 'PreviewImage', inputs: { images: ['6', 0] } },
  });
  assert.deepEqual(slots, [
    'batch 8.batch_size',
    'height 8.height',
    'model 9.ckpt_name',
    'out 10.',
    'prompt 1.value',
    'seed 5.value',
    'width 8.width',
  ]);
});

test('without a sampler, node titles identify the prompts', () => {
  const slots = listSuggestions({
    a: { class_type: 'Text', inputs: { text: '' }, _meta: { title: 'Positive prompt' } },
    b: { class_type: 'Text', inputs: { text: '' }, _meta: { title: 'Negative prompt' } },
    c: { class_type: 'Draw', inputs: { words: ['a', 0], not: ['b', 0] } },
    d: { class_type: 'SaveImage', inputs: { images: ['c', 0], filename_prefix: 'x' } },
  });
  assert.deepEqual(slots, ['negative b.text', 'out d.filename_prefix', 'prompt a.text']);
});

test('a graph with a cycle is processed to its end', () => {
  const slots = listSuggestions({
    1: { class_type: 'KSampler', inputs: { positive: ['2', 0], seed: ['3', 0] } },
    2: { class_type: 'ControlNetApply', inputs: { conditioning: ['2', 0] } },
    3: { class_type: 'PrimitiveInt', inputs: { value: ['3', 0] } },
  });
  assert.deepEqual(slots, []);
});
