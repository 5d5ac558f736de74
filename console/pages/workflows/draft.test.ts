import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  bind,
  findSlotAt,
  toDraft,
  storedToDraft,
  toInput,
  isRunnable,
  missingSlots,
  listPlaces,
  slotChoices,
} from './draft.ts';

const slot = (name: string, node: string, input: string | null) => ({
  slot: name,
  node,
  input,
  optional: false,
  in_title: false,
});
const read = {
  nodes: [
    {
      id: '7',
      class: 'Text',
      title: null,
      inputs: [
        { name: 'text', value: 'x', from: null },
        { name: 'clip', value: null, from: '1' },
      ],
    },
    { id: '9', class: 'PreviewImage', title: null, inputs: [{ name: 'images', value: null, from: '7' }] },
  ],
  slots: [slot('prompt', '7', 'text')],
  needs: { generate: ['prompt', 'out'], imageToImage: ['picture', 'out'] },
  mistakes: [],
  shipped: [],
};

test('the file name determines the family, and the slots determine the primitive', () => {
  const draft = toDraft({}, read, 'My Workflow (3).JSON');
  assert.deepEqual([draft.family, draft.primitive], ['my-workflow-3', 'generate']);
  const clip = toDraft({}, { ...read, slots: [slot('fps', '1', 'fps')] }, '-x.json');
  assert.deepEqual([clip.family, clip.primitive], ['x', 'clip']);
});

test('an input has at most one slot, and missing slots are reported immediately', () => {
  const draft = toDraft({}, read, 'a.json');
  assert.deepEqual(missingSlots(draft), ['out']);
  const markedSlots = bind(draft.slots, { node: '9', input: null }, 'out');
  assert.deepEqual(missingSlots({ ...draft, slots: markedSlots }), []);
  const movedSlots = bind(markedSlots, { node: '7', input: 'text' }, 'negative');
  assert.equal(findSlotAt(movedSlots, { node: '7', input: 'text' })?.slot, 'negative');
  assert.deepEqual(missingSlots({ ...draft, slots: movedSlots }), ['prompt']);
  assert.equal(bind(movedSlots, { node: '7', input: 'text' }, undefined).length, 1);
});

test('a workflow can be saved if its graph has no mistake and its slots are bound', () => {
  const draft = toDraft({}, read, 'a.json');
  const slots = bind(draft.slots, { node: '9', input: null }, 'out');
  assert.deepEqual([isRunnable(draft), isRunnable({ ...draft, slots })], [false, true]);
  assert.equal(isRunnable({ ...draft, slots, read: { ...read, mistakes: ['a cycle'] } }), false);
});

test('a title that names a slot without setting an input is replaced when the slot is bound', () => {
  const titledSlot = (input: string | null) => ({ ...slot('frames', '3', input), in_title: true });
  const place = { node: '3', input: 'amount' };
  const names = (slots: readonly { slot: string; input: string | null }[]) =>
    slots.map(({ slot, input }) => `${slot} ${input}`);
  assert.deepEqual(names(bind([titledSlot(null)], place, 'frames')), ['frames amount']);
  assert.deepEqual(names(bind([titledSlot('length')], place, 'frames')), ['frames length', 'frames amount']);
  assert.deepEqual(names(bind([{ ...titledSlot(null), slot: 'out' }], place, 'out')), [
    'out null',
    'out amount',
  ]);
});

test('inputs with a value can be bound, and so can nodes that only show their result', () => {
  assert.deepEqual(read.nodes.flatMap(listPlaces), [
    { node: '7', input: 'text' },
    { node: '9', input: null },
  ]);
  assert.ok(slotChoices(3, undefined).includes('seed'));
  assert.ok(!slotChoices('x', undefined).includes('seed'));
  assert.deepEqual(slotChoices(undefined, undefined), ['out']);
  assert.equal(slotChoices(3, 'temperature')[0], 'temperature');
});

test('a stored workflow comes back as it was saved', () => {
  const draft = {
    ...toDraft({ a: 1 }, read, 'a.json'),
    primitive: 'clip',
    multiple: '16',
    megapixels: '1.5',
    framesPerSecond: '24',
    frameMultiple: '4',
  };
  const input = toInput(draft);
  assert.deepEqual(input.sizes, { multiple: 16, maxPixels: 1_500_000 });
  assert.deepEqual(input.timing, { framesPerSecond: 24, multiple: 4 });
  const stored = {
    family: draft.family,
    primitive: draft.primitive,
    nodes: 2,
    slots: [{ slot: 'prompt', node: '7', input: 'text', optional: false }],
    sizes: { multiple: 16, maxPixels: 1_500_000 },
    timing: { framesPerSecond: 24, multiple: 4 },
    graph: draft.graph,
    changed: '2026-11-23T00:00:00Z',
  };
  assert.deepEqual(storedToDraft(stored, read), draft);
});
