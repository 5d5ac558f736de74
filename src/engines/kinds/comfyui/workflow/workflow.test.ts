/** Workflows: reading, filling, removing unused parts, and naming what is missing. */
import { reasonText } from '@kinora/shared/errors/reason';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import nodeClasses from '../../../../../test/support/comfyui/node-classes.json' with { type: 'json' };
import type { Json } from '../../../contract/json.ts';
import { checkGraph, checkSlots, isLack, textOfProblem } from './check-workflow.ts';
import { fillWorkflow, type SlotValues } from './fill-workflow.ts';
import { inputOfClass, nodeClassShape, type NodeClasses } from './node-class.ts';
import type { SlotBinding } from '../../../contract/kind/own-workflow.ts';
import { readWorkflow, type Workflow } from './read-workflow.ts';

const classes: NodeClasses = new Map(
  Object.entries(nodeClasses).map(([name, info]) => [name, nodeClassShape.parse(info)]),
);
const withFiles = (files: Readonly<Record<string, string>>): NodeClasses =>
  new Map(
    [...classes].map(([name, nodeClass]) => {
      const inputs = [...nodeClass.inputs].map(([input, spec]) => {
        const file = files[`${name}.${input}`];
        return [input, file ? { ...spec, choices: [file] } : spec] as const;
      });
      return [name, { ...nodeClass, inputs: new Map(inputs) }];
    }),
  );

const node = (class_type: string, inputs: Record<string, Json>, title?: string) => ({
  class_type,
  inputs,
  ...(title && { _meta: { title } }),
});
const load = (title: string) => node('LoadImage', { image: 'x.png' }, title);

function makeWorkflow(graph: Json, bindings?: readonly SlotBinding[]): Workflow {
  const read = readWorkflow(graph, bindings);
  assert.ok('workflow' in read, JSON.stringify(read));
  return read.workflow;
}

function fill(graph: Json, values: SlotValues, nodeClasses = classes) {
  return fillWorkflow(makeWorkflow(graph), values, nodeClasses);
}

test('a slot sets every input named in its title and keeps links', () => {
  const graph = fill(
    {
      empty: node('EmptyImage', { width: 1, height: 1, batch_size: 1, color: 0 }, 'Size: $width x $height'),
      seed: node('PrimitiveInt', { value: 0 }, '$seed'),
      noise: node('ImageAddNoise', { image: ['empty', 0], seed: ['seed', 0], strength: 0.5 }, '$seed'),
      out: node('SaveImage', { images: ['noise', 0], filename_prefix: '' }, '$out'),
    },
    { width: 640, height: 480, seed: 7, out: 'kinora/a' },
  );
  assert.deepEqual([graph['empty']?.inputs['width'], graph['empty']?.inputs['height']], [640, 480]);
  assert.equal(graph['seed']?.inputs['value'], 7);
  assert.deepEqual(graph['noise']?.inputs['seed'], ['seed', 0]);
  assert.equal(graph['out']?.inputs['filename_prefix'], 'kinora/a');
});

test('slots are bound to inputs of a workflow without titles', () => {
  const graph = {
    3: node('ImageAddNoise', { image: ['1', 0], seed: 5, strength: 0.5 }, 'Noise'),
    1: node('EmptyImage', { width: 1, height: 1, batch_size: 1, color: 0 }),
    9: node('SaveImage', { images: ['3', 0], filename_prefix: '' }),
  };
  const bindings = [
    { slot: 'seed', node: '3', input: 'seed' },
    { slot: 'out', node: '9', input: 'filename_prefix' },
  ];
  const filledGraph = fillWorkflow(makeWorkflow(graph, bindings), { seed: 7, out: 'b' }, classes);
  assert.equal(filledGraph['3']?.inputs['seed'], 7);
  const wrong = readWorkflow(graph, [{ slot: 'seed', node: '3', input: 'noise_seed' }]);
  assert.ok('problem' in wrong && reasonText(wrong.problem).includes('noise_seed'));
});

test('a missing optional picture is removed with all nodes that only it needs', () => {
  const graph = {
    clip: node('CLIPLoader', { clip_name: 'c', type: 'flux2' }),
    vae: node('VAELoader', { vae_name: 'v' }),
    picture: load('$picture'),
    picture2: load('$picture2?'),
    text: node('CLIPTextEncode', { text: '', clip: ['clip', 0] }, '$prompt'),
    encoded: node('VAEEncode', { pixels: ['picture', 0], vae: ['vae', 0] }),
    encoded2: node('VAEEncode', { pixels: ['picture2', 0], vae: ['vae', 0] }),
    reference: node('ReferenceLatent', { conditioning: ['text', 0], latent: ['encoded', 0] }),
    reference2: node('ReferenceLatent', { conditioning: ['reference', 0], latent: ['encoded2', 0] }),
    out: node('PreviewAny', { source: ['reference2', 0] }, '$out'),
  };
  const one = fill(graph, { picture: 'a.png' });
  assert.deepEqual(Object.keys(one).sort(), [
    'clip',
    'encoded',
    'out',
    'picture',
    'reference',
    'reference2',
    'text',
    'vae',
  ]);
  assert.equal(one['reference2']?.inputs['latent'], undefined);
  const two = fill(graph, { picture: 'a.png', picture2: 'b.png' });
  assert.deepEqual(two['reference2']?.inputs['latent'], ['encoded2', 0]);
});

test('a node that needs a missing input is bypassed, with outputs matched by type', () => {
  const graph = {
    conditioned: node('LTXVConditioning', { positive: ['text', 0], negative: ['text', 0], frame_rate: 25 }),
    text: node('CLIPTextEncode', { text: '', clip: ['model', 1] }),
    model: node('CheckpointLoaderSimple', { ckpt_name: 'm' }),
    empty: node('EmptyLTXVLatentVideo', { width: 64, height: 64, length: 9, batch_size: 1 }),
    last: load('$last?'),
    ended: node('LTXVAddGuide', {
      positive: ['conditioned', 0],
      negative: ['conditioned', 1],
      vae: ['model', 2],
      latent: ['empty', 0],
      image: ['last', 0],
      frame_idx: -1,
      strength: 1,
    }),
    first: node('PreviewAny', { source: ['ended', 0] }, '$out'),
    second: node('PreviewAny', { source: ['ended', 1] }, '$out'),
    third: node('PreviewAny', { source: ['ended', 2] }, '$out'),
  };
  const filledGraph = fill(graph, {});
  assert.deepEqual(
    ['first', 'second', 'third'].map(id => filledGraph[id]?.inputs['source']),
    [
      ['conditioned', 0],
      ['conditioned', 1],
      ['empty', 0],
    ],
  );
  assert.deepEqual(fill(graph, { last: 'l.png' })['third']?.inputs['source'], ['ended', 2]);
});

test('an optional model that the server does not have is bypassed', () => {
  const graph = {
    picture: load('$picture'),
    upscaler: node('UpscaleModelLoader', { model_name: 'x4.safetensors' }, '$upscaler?'),
    enlarged: node('ImageUpscaleWithModel', { upscale_model: ['upscaler', 0], image: ['picture', 0] }),
    out: node('SaveImage', { images: ['enlarged', 0], filename_prefix: '' }, '$out'),
  };
  const has = withFiles({ 'UpscaleModelLoader.model_name': 'folder/x4.safetensors' });
  assert.deepEqual(fill(graph, {})['out']?.inputs['images'], ['picture', 0]);
  assert.deepEqual(fill(graph, {}, has)['out']?.inputs['images'], ['enlarged', 0]);
  assert.equal(fill(graph, {}, has)['upscaler']?.inputs['model_name'], 'folder/x4.safetensors');
});

test('a graph with a cycle is filled without hanging', () => {
  const loop = (from: string) => node('ImageBlur', { image: [from, 0], blur_radius: 1, sigma: 1 });
  const graph = {
    a: loop('b'),
    b: loop('a'),
    out: node('SaveImage', { images: ['a', 0], filename_prefix: '' }, '$out'),
  };
  assert.equal(Object.keys(fill(graph, {})).length, 3);
});

test('bypassed nodes that feed each other lead to nothing, and the cycle is reported', () => {
  const mix = { blend_factor: 0.5, blend_mode: 'normal' };
  const blend = (from: string) => node('ImageBlend', { image1: [from, 0], image2: ['style', 0], ...mix });
  const workflow = makeWorkflow({
    a: blend('b'),
    b: blend('a'),
    style: load('$style?'),
    out: node('SaveImage', { images: ['a', 0], filename_prefix: '' }, '$out'),
  });
  assert.deepEqual(fillWorkflow(workflow, {}, classes)['out']?.inputs, { filename_prefix: '' });
  const styledGraph = fillWorkflow(workflow, { style: 'a.png' }, classes);
  assert.deepEqual(checkGraph(styledGraph, classes).map(textOfProblem), ['nodes that feed each other: a, b']);
});

test('inputs that nodes add by a button are sent, although the server does not list them', () => {
  const switchClass = nodeClassShape.parse({ input: { required: {}, optional: {} }, output: ['*'] });
  const loader = nodeClassShape.parse({
    input: { optional: { model: ['MODEL'], clip: ['CLIP'] } },
    output: ['MODEL', 'CLIP'],
  });
  const nodeClasses = new Map([...classes, ['Switch', switchClass], ['Loras', loader]] as const);
  const style = { on: true, lora: 'style.safetensors', strength: 0.8 };
  const graph = {
    model: node('CheckpointLoaderSimple', { ckpt_name: 'm' }),
    loras: node('Loras', { model: ['model', 0], lora_1: style, header: { type: 'header' } }),
    switch: node('Switch', { any_01: ['loras', 0], any_02: ['model', 0] }),
    out: node('PreviewAny', { source: ['switch', 0] }, '$out'),
  };
  assert.deepEqual(fill(graph, {}, nodeClasses)['loras']?.inputs, graph.loras.inputs);
  assert.deepEqual(fill(graph, {}, nodeClasses)['switch']?.inputs, graph.switch.inputs);
});

test('inputs that the editor adds for a choice or an upload are known', () => {
  const quality = ['crf', 'INT', { default: 19 }];
  const choice = { formats: { 'video/h264-mp4': [['pix_fmt', ['yuv420p']], quality] } };
  const combine = nodeClassShape.parse({ input: { required: { format: [['image/webp'], choice] } } });
  const upload = nodeClassShape.parse({ input: { required: { image: [[], { image_upload: true }] } } });
  assert.deepEqual(
    ['crf', 'pix_fmt', 'other'].map(name => inputOfClass(combine, name)?.type),
    ['*', '*', undefined],
  );
  assert.equal(inputOfClass(upload, 'upload')?.type, '*');
});

test('workflows for many builds leave out what a server does not list, so that both names of a renamed input can be set', () => {
  const fillForMany = (exportedGraph: Json, nodeClasses = classes) =>
    fillWorkflow({ ...makeWorkflow(exportedGraph), isForManyComfyBuilds: true }, {}, nodeClasses);
  const graph = {
    video: node('CreateVideo', { images: ['i', 0], fps: 24 }),
    i: node('EmptyImage', { width: 64, height: 64, batch_size: 9, color: 0 }),
    out: node(
      'SaveVideo',
      { video: ['video', 0], filename_prefix: '', format: 'mp4', codec: 'h264', 'format.codec': 'h264' },
      '$out',
    ),
  };
  assert.deepEqual(Object.keys(fillForMany(graph)['out']?.inputs ?? {}), [
    'video',
    'filename_prefix',
    'format',
    'codec',
  ]);
  const dynamic = nodeClassShape.parse({
    input: {
      required: {
        video: ['VIDEO', {}],
        filename_prefix: ['STRING', {}],
        format: ['COMFY_DYNAMICCOMBO_V3', {}],
      },
    },
    output: [],
    output_node: true,
  });
  const newer = new Map([...classes, ['SaveVideo', dynamic] as const]);
  assert.deepEqual(Object.keys(fillForMany(graph, newer)['out']?.inputs ?? {}), [
    'video',
    'filename_prefix',
    'format',
    'format.codec',
  ]);
  assert.equal(inputOfClass(dynamic, 'video.codec'), undefined);
});

test('everything that the server lacks is named', () => {
  const graph = makeWorkflow({
    model: node('CheckpointLoaderSimple', { ckpt_name: 'missing.safetensors' }),
    custom: node('FaceDetailer', {}),
    noise: node('ImageAddNoise', { image: ['model', 2], seed: -1, strength: 'much' }),
    scaled: node('ImageScale', { image: ['gone', 0], upscale_method: 'nearest', width: 1, height: 99_999 }),
  }).graph;
  assert.deepEqual(checkGraph(graph, classes).map(textOfProblem).sort(), [
    'ckpt_name missing.safetensors',
    'input crop of scaled (missing)',
    'input height of scaled (too large)',
    'input image of noise (wrong type)',
    'input image of scaled (link to nothing)',
    'input seed of noise (too small)',
    'input strength of noise (wrong type)',
    'node FaceDetailer',
    'upscale_method nearest',
  ]);
});

test('a file without its ending or its folder, or with a mistake in its name, is named with the one that is meant', () => {
  const has = withFiles({ 'CheckpointLoaderSimple.ckpt_name': 'xl/juggernaut.safetensors' });
  const findProblems = (ckpt_name: string) =>
    checkGraph(makeWorkflow({ model: node('CheckpointLoaderSimple', { ckpt_name }) }).graph, has).map(
      textOfProblem,
    );
  for (const name of ['juggernaut', 'xl/juggernaut.ckpt', 'xl/jugernaut.safetensors'])
    assert.deepEqual(findProblems(name), [`ckpt_name ${name} (did you mean xl/juggernaut.safetensors?)`]);
  assert.deepEqual(findProblems('dreams.safetensors'), ['ckpt_name dreams.safetensors']);
});

test('a missing class or model file is to be installed, and any other problem is a value of the workflow', () => {
  const { graph } = makeWorkflow({
    model: node('CheckpointLoaderSimple', { ckpt_name: 'missing.safetensors' }),
    custom: node('FaceDetailer', {}),
    scaled: node('ImageScale', { image: ['model', 0], upscale_method: 'nope', width: 1, height: 99_999 }),
  });
  const problems = checkGraph(graph, classes);
  const [lacks = [], wrong = []] = [true, false].map(is =>
    problems.filter(problem => isLack(graph, problem) === is).map(textOfProblem),
  );
  assert.deepEqual(lacks.toSorted(), ['ckpt_name missing.safetensors', 'node FaceDetailer']);
  assert.ok(wrong.includes('upscale_method nope') && wrong.includes('input height of scaled (too large)'));
});

test('missing slots of a primitive are named', () => {
  const workflow = makeWorkflow({
    picture: load('$picture'),
    out: node('SaveImage', { images: ['picture', 0] }, '$out'),
  });
  assert.deepEqual(checkSlots(workflow, 'imageToImage'), []);
  assert.deepEqual(checkSlots(workflow, 'inpaint').map(textOfProblem), ['title $mask']);
  assert.deepEqual(checkSlots(workflow, 'generate').map(textOfProblem), ['title $prompt']);
});
