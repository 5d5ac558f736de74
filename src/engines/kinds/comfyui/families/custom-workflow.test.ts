/** Workflows of an operator: their abilities, and the reasons why one cannot run. */
import { reasonText } from '@kinora/shared/errors/reason';
import type { Language } from '@kinora/shared/errors/errors';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import nodeClasses from '../../../../../test/support/comfyui/node-classes.json' with { type: 'json' };
import type { Json } from '../../../contract/json.ts';
import { nodeClassShape } from '../workflow/node-class.ts';
import { startFakeComfyui } from '../../../../../test/support/comfyui/fake-comfyui.ts';
import {
  waitForEnd,
  generateStep,
  instanceAt,
  never,
} from '../../../../../test/support/comfyui/open-comfyui.ts';
import { comfyuiKindWith } from '../comfyui-kind.ts';
import type { OwnWorkflow } from '../../../contract/kind/own-workflow.ts';
import type { WorkflowRejection } from '../../../contract/kind/workflow-support.ts';
import { groupFamilies, listLacks, findRejection } from './custom-workflow.ts';

/** An export of ComfyUI: IDs are numbers, and titles are free text. */
const graph = {
  1: {
    class_type: 'EmptyImage',
    inputs: { width: 512, height: 512, batch_size: 1, color: 0 },
    _meta: { title: 'Canvas' },
  },
  2: { class_type: 'ImageAddNoise', inputs: { image: ['1', 0], seed: 3, strength: 0.5 } },
  7: { class_type: 'PrimitiveStringMultiline', inputs: { value: 'words' }, _meta: { title: 'Words' } },
  9: { class_type: 'SaveImage', inputs: { images: ['2', 0], filename_prefix: 'mine' } },
};
const slots = [
  { slot: 'width', node: '1', input: 'width' },
  { slot: 'height', node: '1', input: 'height' },
  { slot: 'seed', node: '2', input: 'seed' },
  { slot: 'prompt', node: '7', input: 'value' },
  { slot: 'out', node: '9', input: 'filename_prefix' },
];
const custom: OwnWorkflow = { family: 'mine', primitive: 'generate', graph, slots, sizes: {} };

test('an exported workflow with bound slots runs like a shipped one', async () => {
  const families = groupFamilies([custom]);
  const fake = await startFakeComfyui();
  const engine = comfyuiKindWith(families).openSteps(instanceAt(fake));
  const step = await generateStep('mine');
  const handle = await engine.start(step, 'one', never);
  const state = await waitForEnd(engine, handle);
  assert.ok(state.state === 'done');
  assert.deepEqual([state.media[0]?.width, state.media[0]?.height], [128, 64]);
  assert.equal(fake.queue.received[0]?.graph['2']?.inputs['seed'], step.seed);
  await engine.close();
});

test('the abilities of a workflow are derived from its slots', () => {
  const load = (title: string) => ({ class_type: 'LoadImage', inputs: { image: '' }, _meta: { title } });
  const clip: OwnWorkflow = {
    family: 'mine',
    primitive: 'clip',
    graph: {
      a: load('$picture?'),
      b: load('$last?'),
      c: { class_type: 'X', inputs: { text: '' }, _meta: { title: '$prompt' } },
    },
    slots: [],
    sizes: {},
    timing: { framesPerSecond: 16, multiple: 4 },
  };
  const family = groupFamilies([custom, clip]).get('mine');
  assert.deepEqual(Object.keys(family?.abilities ?? {}), ['generate', 'clip']);
  assert.equal(family?.abilities.generate?.hasNegative, false);
  const { fromWords, fromPicture, canEndWith, hasAudio } = family?.abilities.clip ?? {};
  assert.deepEqual([fromWords, fromPicture, canEndWith, hasAudio], [true, true, true, false]);
  assert.deepEqual(family?.timing, { framesPerSecond: 16, multiple: 4 });
});

test('a workflow accepts as many style references as it has slots for them', () => {
  const style = (title: string) => ({ class_type: 'LoadImage', inputs: { image: '' }, _meta: { title } });
  const styledWorkflow = { ...custom, graph: { ...graph, a: style('$style?'), b: style('$style2?') } };
  const { generate } = groupFamilies([styledWorkflow]).get('mine')?.abilities ?? {};
  assert.deepEqual([generate?.references, generate?.maxReferences], [['style'], { style: 2 }]);
});

test('a workflow that can never run is rejected with the reason', () => {
  const rejectionReasons = (change: Partial<OwnWorkflow>) => {
    const rejection = findRejection({ ...custom, ...change });
    return rejection && [rejection.field, reasonText(rejection.reason)];
  };
  assert.equal(rejectionReasons({}), undefined);
  assert.match(String(rejectionReasons({ graph: { nodes: [], links: [] } })), /^graph,.*"Export \(API\)"/);
  assert.match(String(rejectionReasons({ graph: [] })), /^graph,.*not a ComfyUI workflow/);
  assert.match(
    String(rejectionReasons({ primitive: 'inpaint' })),
    /^slots,inpaint needs the slots picture, mask\./,
  );
  const without = (name: string) => slots.filter(({ slot }) => slot !== name);
  assert.match(
    String(rejectionReasons({ slots: without('out') })),
    /^slots,generate needs the slots out\. .*\$out/,
  );
  assert.match(
    String(rejectionReasons({ slots: without('prompt') })),
    /^slots,generate needs the slots prompt\./,
  );
  const unknown = { slot: 'seed', node: '77', input: 'seed' };
  assert.match(
    String(rejectionReasons({ slots: [...slots, unknown] })),
    /^slots,there is no input seed of a node 77/,
  );
  const loose = { ...graph, 2: { class_type: 'ImageAddNoise', inputs: { image: ['55', 0], seed: 3 } } };
  assert.match(
    String(rejectionReasons({ graph: loose })),
    /^graph,the input image of node 2 comes from a node 55/,
  );
  assert.match(String(rejectionReasons({ primitive: 'dance' })), /^primitive,expected one of generate/);
  assert.equal(groupFamilies([{ ...custom, graph: [] }]).size, 0);
});

test('a workflow whose nodes feed each other is rejected with these nodes', () => {
  const batch = (from: string) => ({
    class_type: 'ImageBatch',
    inputs: { image1: [from, 0], image2: ['2', 0] },
  });
  const loopedGraph = {
    ...graph,
    a: batch('b'),
    b: batch('c'),
    c: batch('b'),
    9: { ...graph[9], inputs: { images: ['a', 0], filename_prefix: 'mine' } },
  };
  const { field, reason } = findRejection({ ...custom, graph: loopedGraph }) ?? assert.fail();
  assert.deepEqual(
    [field, reasonText(reason)],
    ['graph', 'these nodes feed each other, so none of them can run: b, c'],
  );
  assert.match(reasonText(reason, 'zh'), /b, c$/);
  const itself = { ...graph, a: batch('a') };
  assert.match(textIn(findRejection({ ...custom, graph: itself })), /: a$/);
});

test('a slot that sets no input is rejected with its node and the inputs that it could set', () => {
  const rejectionWith = (title: string, extraSlots: OwnWorkflow['slots'] = []) => {
    const repeatNode = {
      class_type: 'RepeatImageBatch',
      inputs: { image: ['2', 0], amount: 1 },
      _meta: { title },
    };
    return findRejection({ ...custom, graph: { ...graph, 3: repeatNode }, slots: [...slots, ...extraSlots] });
  };
  const { field, reason } = rejectionWith('$frames') ?? assert.fail();
  assert.equal(field, 'slots');
  assert.match(
    reasonText(reason),
    /^the slot frames on node 3 \(RepeatImageBatch\) sets no input\. Bind it .*: length, frames_number, frames, value$/,
  );
  assert.match(
    reasonText(reason, 'zh'),
    /^节点 3（RepeatImageBatch）上的槽位 frames 没有设置.*length, frames_number, frames, value/,
  );
  assert.equal(rejectionWith('$frames', [{ slot: 'frames', node: '3', input: 'amount' }]), undefined);
  // A binding without an input is rejected like a title, and so is one to a linked input.
  assert.match(textIn(rejectionWith('', [{ slot: 'steps', node: '3' }])), /^the slot steps on node 3/);
  assert.match(textIn(rejectionWith('$image')), /^the slot image on node 3/);
  assert.ok(rejectionWith('$frames?'));
});

test('a slot that is bound to a linked input, or to a value of another type, is rejected', () => {
  const bindingRejection = (slot: string, node: string, input: string) => {
    const otherSlots = slots.filter(one => one.slot !== slot);
    return findRejection({ ...custom, slots: [...otherSlots, { slot, node, input }] });
  };
  assert.equal(
    textIn(bindingRejection('seed', '2', 'image')),
    'the slot seed cannot set the input image of node 2, which comes from node 1. Bind it to an input that has a value, such as one of node 1',
  );
  assert.match(textIn(bindingRejection('seed', '2', 'image'), 'zh'), /来自节点 1/);
  assert.match(
    textIn(bindingRejection('prompt', '1', 'width')),
    /^the slot prompt is a string, but the input width of node 1 is a number\./,
  );
  assert.match(
    textIn(bindingRejection('width', '7', 'value')),
    /^the slot width is a number, but .* a string/,
  );
  assert.equal(bindingRejection('own', '7', 'value'), undefined, 'of others, no type is known');
  const textSeedGraph = { ...graph, 2: { ...graph[2], inputs: { ...graph[2].inputs, seed: '3' } } };
  assert.equal(
    findRejection({ ...custom, graph: textSeedGraph }),
    undefined,
    'a number may be written as text',
  );
});

test('a binding to a name that every object has is no binding to an input', () => {
  for (const [node, input] of [
    ['7', 'toString'],
    ['toString', 'name'],
    ['constructor', undefined],
  ] as const) {
    const boundSlots = [...slots, { slot: 'steps', node, input }];
    assert.match(textIn(findRejection({ ...custom, slots: boundSlots })), /^there is no (input|node) /);
  }
});

test('a title does not set what every object has', () => {
  const titledGraph = { ...graph, 2: { ...graph[2], _meta: { title: '$toString' } } };
  assert.match(textIn(findRejection({ ...custom, graph: titledGraph })), /toString .* sets no input/);
});

test('a slot can mark a node as result, as sound, or as bypassed if it has no value', () => {
  const makeMarkedNode = (title: string) => ({
    class_type: 'ImageBatch',
    inputs: { image1: ['2', 0] },
    _meta: { title },
  });
  const last = { class_type: 'LoadImage', inputs: { image: '' }, _meta: { title: '$last?' } };
  const more = {
    3: makeMarkedNode('$last?'),
    4: last,
    5: makeMarkedNode('$audio?'),
    6: makeMarkedNode('$out'),
  };
  assert.equal(findRejection({ ...custom, graph: { ...graph, ...more } }), undefined);
  assert.ok(
    findRejection({ ...custom, graph: { ...graph, 3: makeMarkedNode('$last?') } }),
    'the picture is not used',
  );
});

test('nodes, files and inputs that the server lacks are named', () => {
  const nodes = listLacks(custom, new Map());
  assert.deepEqual(
    nodes.map(({ kind, name }) => `${kind} ${name}`),
    ['node EmptyImage', 'node ImageAddNoise', 'node SaveImage'],
  );
  const classes = new Map(
    Object.entries(nodeClasses).map(([name, info]) => [name, nodeClassShape.parse(info)] as const),
  );
  assert.deepEqual(listLacks(custom, classes), []);
  const other = structuredClone(graph) as Record<
    string,
    { class_type: string; inputs: Record<string, Json> }
  >;
  other['1'] = { class_type: 'LoadImage', inputs: { image: 'x.png', quality: 3 } };
  other['8'] = { class_type: 'UpscaleModelLoader', inputs: { model_name: 'big.pth' } };
  other['3'] = { class_type: 'ImageUpscaleWithModel', inputs: { image: ['1', 0], upscale_model: ['8', 0] } };
  other['2'] = { class_type: 'ImageAddNoise', inputs: { image: ['3', 0], seed: 3, amount: ['7', 0] } };
  const lacks = listLacks(
    {
      ...custom,
      graph: other,
      slots: [
        { slot: 'quality', node: '1', input: 'quality' },
        { slot: 'out', node: '9', input: 'filename_prefix' },
      ],
    },
    classes,
  );
  assert.deepEqual(
    new Set(lacks.map(({ kind, name, node }) => `${kind} ${name} of ${node}`)),
    new Set([
      'file big.pth of 8',
      'value strength (missing) of 2',
      'unlisted quality (LoadImage) of 1',
      'unlisted amount (ImageAddNoise) of 2',
    ]),
  );
});

test('a slot whose values its input does not accept is named with both ranges', () => {
  const classes = new Map(
    Object.entries(nodeClasses).map(([name, info]) => [name, nodeClassShape.parse(info)] as const),
  );
  const lacksWith = (slot: string, node: string, input: string) =>
    listLacks(
      { ...custom, slots: [...slots.filter(one => one.slot !== slot), { slot, node, input }] },
      classes,
    );
  assert.deepEqual(lacksWith('seed', '1', 'color'), [
    {
      kind: 'value',
      name: 'color (allows 0 to 16777215, the slot seed is 0 to 4294967295)',
      node: '1',
      input: 'color',
    },
  ]);
  assert.deepEqual(lacksWith('denoise', '2', 'strength'), [], 'a part of the range is enough');
  assert.deepEqual(lacksWith('batch', '1', 'batch_size'), []);
});

function textIn(rejection: WorkflowRejection | undefined, language: Language = 'en'): string {
  return rejection ? reasonText(rejection.reason, language) : '';
}
