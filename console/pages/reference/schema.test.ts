import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fillExample, readShape } from './schema.ts';

const text = { type: 'string' } as const;

test('nested types are flattened to one list, and null is listed separately', () => {
  const shape = readShape({
    anyOf: [{ anyOf: [text, { type: 'array', items: text }] }, { type: 'null' }],
    description: 'x',
  });
  assert.deepEqual([shape.kinds, shape.itemKinds, shape.isNullable], [['text', 'list'], ['text'], true]);
  assert.equal(readShape({ type: ['string', 'null'] }).isNullable, true);
});

test('limits without meaning are omitted', () => {
  const most = Number.MAX_SAFE_INTEGER;
  assert.deepEqual(readShape({ type: 'integer', minimum: -most, maximum: most }).limits, []);
  assert.deepEqual(readShape({ ...text, minLength: 1 }).limits, []);
  assert.deepEqual(readShape({ type: 'integer', minimum: 0, maximum: most }).limits, [
    { measure: 'number', min: 0 },
  ]);
  assert.deepEqual(readShape({ ...text, minLength: 1, maxLength: 9 }).limits, [
    { measure: 'characters', max: 9 },
  ]);
});

test('values of several types are one list without duplicates', () => {
  const fps = {
    anyOf: [
      { type: 'integer', enum: [24, 30] },
      { type: 'string', enum: ['24', '30'] },
    ],
  };
  assert.deepEqual(readShape(fps).values, ['24', '30']);
});

test('required fields come first, also in the items of a list', () => {
  const one = { type: 'object', properties: { note: text, url: text }, required: ['url'] };
  assert.deepEqual(
    readShape({ type: 'array', items: one }).fields.map(({ name, isRequired }) => [name, isRequired]),
    [
      ['url', true],
      ['note', false],
    ],
  );
});

test('an example has the required fields only', () => {
  const schema = {
    type: 'object',
    properties: {
      group: text,
      tier: { type: 'string', enum: ['relax', 'fast'] },
      count: { anyOf: [{ type: 'null' }, { type: 'integer', minimum: 2 }] },
      limit: { type: 'integer', default: 100 },
      ids: { type: 'array', items: text },
      note: text,
    },
    required: ['group', 'tier', 'count', 'limit', 'ids'],
  };
  assert.deepEqual(fillExample(schema), { group: '', tier: 'relax', count: 2, limit: 100, ids: [''] });
});
