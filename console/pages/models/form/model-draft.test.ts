import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  toAddInput,
  proposalToDraft,
  toFields,
  isComplete,
  newDraft,
  type Proposal,
  toModelSheet,
  withFittingUnit,
  withKind,
} from './model-draft.ts';

test('sizes are typed in megapixels or listed, and empty ones are left to the engine', () => {
  const sizesWith = (sizes: object) => {
    const draft = newDraft('image');
    const fields = toFields({ ...draft, sizes: { ...draft.sizes, ...sizes } });
    return 'sizes' in fields && fields.sizes !== null && JSON.parse(fields.sizes);
  };
  assert.equal(sizesWith({}), false);
  assert.deepEqual(sizesWith({ multiple: '64', maxMegapixels: '1.5' }), {
    multiple: 64,
    maxPixels: 1_500_000,
  });
  assert.deepEqual(sizesWith({ list: '1024x1024, 1536×1024' }), {
    list: [
      { width: 1024, height: 1024 },
      { width: 1536, height: 1024 },
    ],
  });
  assert.deepEqual(sizesWith({ maxMegapixels: 'many' }), { maxPixels: 'many' }, 'the server rejects it');
});

test('a proposal of an engine fills in the form, and is the same when it is saved', () => {
  const model = {
    model: 'dreams',
    kind: 'image',
    name: 'Dreams',
    description: '',
    operations: ['grid', 'upscale'],
    parameters: {},
    references: {},
    sizes: { multiple: 16, maxPixels: 1_677_721 },
  } as const;
  const price = {
    unit: 'image',
    rules: [{ when: { operation: 'select' }, unitPrice: '0' }, { unitPrice: '0.01' }],
    tiers: { fast: '1' },
  } as const;
  const about = { ok: true, code: null, message: '', commands: [], notes: [], settings: null };
  const draft = proposalToDraft({ ...about, model, price } as unknown as Proposal) ?? assert.fail();
  assert.ok(isComplete(draft));
  const addition = toAddInput(draft);
  assert.deepEqual([addition.model, addition.price], ['dreams', price]);
  assert.deepEqual('sizes' in addition && JSON.parse(addition.sizes ?? ''), model.sizes);
});

test('a model is complete with an ID and a price', () => {
  const draft = newDraft('image');
  assert.ok(!isComplete({ ...draft, id: 'painter' }));
  const price = { ...draft.price, rules: [{ key: 0, when: [], unitPrice: '0.02' }] };
  assert.ok(!isComplete({ ...draft, price }));
  assert.ok(isComplete({ ...draft, id: 'painter', price }));
});

test('a request has the fields of its kind only', () => {
  const image = toAddInput({ ...newDraft('image'), id: 'painter', versions: ['6.1'], aliases: 'a, b' });
  assert.deepEqual(
    [image.model, image.name, image.kind, image.group, image.aliases],
    ['painter', 'painter', 'image', 'image', 'a, b'],
  );
  const free = { when: { operation: 'select' }, unitPrice: '0' };
  assert.deepEqual(image.price, { unit: 'image', rules: [{ unitPrice: '' }, free], tiers: { fast: '1' } });
  assert.ok('versions' in image && !('parameters' in image));
  const video = toFields({ ...newDraft('video'), name: ' Mover ', longestSeconds: '20' });
  assert.ok('parameters' in video && !('operations' in video));
  assert.deepEqual([video.name, video.longest_seconds, video.description_zh], ['Mover', '20', null]);
});

test('a model is the default only for operations that it still supports', () => {
  const draft = { ...newDraft('image'), defaultFor: ['describe', 'shorten'] as const };
  const listDefaultChoices = (changedDraft: Parameters<typeof toFields>[0]) => {
    const fields = toFields(changedDraft);
    return 'default_for' in fields && fields.default_for;
  };
  assert.deepEqual(listDefaultChoices(draft), ['describe', 'shorten']);
  const without = (...left: readonly string[]) =>
    listDefaultChoices({ ...draft, operations: draft.operations.filter(one => !left.includes(one)) });
  assert.deepEqual(without('describe'), ['shorten']);
  assert.equal(without('describe', 'shorten'), null);
});

test('changing the kind keeps the names and selects a unit that fits the output', () => {
  const video = withKind({ ...newDraft('image'), id: 'mover', name: 'Mover' }, 'video');
  assert.deepEqual(
    [video.id, video.name, video.group, video.price.unit],
    ['mover', 'Mover', 'video', 'second'],
  );
  const unfit = { ...video, price: { ...video.price, unit: 'image' as const } };
  assert.equal(withFittingUnit(unfit).price.unit, 'clip');
});

test('price rules can use parameters as soon as they are valid JSON', () => {
  const draft = newDraft('video');
  assert.deepEqual(Object.keys(toModelSheet(draft).parameters.properties).slice(0, 2), [
    'seconds',
    'resolution',
  ]);
  assert.deepEqual(toModelSheet({ ...draft, parameters: '{"seconds"' }).parameters.properties, {});
});
