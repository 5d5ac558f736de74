import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fieldKind, listNumbers, splitParameters } from './field-kind.ts';
import { listChanged, fitTexts, readValues, readText, withDefaults } from './field-values.ts';

const seconds = { type: 'integer', minimum: 2, maximum: 10, default: 4 } as const;
const properties = {
  seconds,
  resolution: { type: 'string', enum: ['480p', '720p', '1080p'], default: '720p' },
  seed: { type: 'integer', minimum: 0, maximum: 4_294_967_295 },
  audio: { type: 'boolean', default: false },
} as const;

test('the schema of a parameter determines its control', () => {
  const kinds = {
    switch: fieldKind('audio', { type: 'boolean' }),
    fixed: fieldKind('fps', { type: 'integer', enum: [24] }),
    shapes: fieldKind('any', { type: 'string', enum: ['16:9', '1:1'] }),
    ticks: fieldKind('seconds', seconds),
    segmented: fieldKind('fps', { type: 'integer', enum: [24, 30] }),
    select: fieldKind('style', { type: 'string', enum: ['a', 'b', 'c', 'd', 'e', 'f'] }),
    slider: fieldKind('strength', { type: 'integer', minimum: 0, maximum: 100 }),
    seed: fieldKind('seed', { type: 'integer', minimum: 0, maximum: 2 ** 32 }),
    number: fieldKind('amount', { type: 'integer' }),
    text: fieldKind('negative', { type: 'string' }),
  };
  for (const [expected, kind] of Object.entries(kinds)) assert.equal(kind, expected);
  assert.equal(fieldKind('seconds', { type: 'integer', minimum: 1, maximum: 60 }), 'slider');
});

test('allowed numbers come from the enum, or from minimum, maximum and step', () => {
  assert.deepEqual(listNumbers({ type: 'integer', enum: [4, 6, 8] }), [4, 6, 8]);
  assert.deepEqual(listNumbers({ type: 'integer', minimum: 5, maximum: 20, multipleOf: 5 }), [5, 10, 15, 20]);
  assert.deepEqual(listNumbers({ type: 'integer', minimum: 0, maximum: 2 ** 32 }), []);
});

test('parameters that affect the price are always visible', () => {
  const { visibleNames, collapsedNames } = splitParameters(properties, [{ when: { audio: true } }, {}]);
  assert.deepEqual([visibleNames, collapsedNames], [['seconds', 'resolution', 'audio'], ['seed']]);
});

test('a value in the URL is used only if the schema allows it', () => {
  assert.equal(readText(seconds, '5'), 5);
  for (const text of ['1', '11', '5.5', '', 'five', '1e1'])
    assert.equal(readText(seconds, text), undefined, text);
  assert.equal(readText({ type: 'integer', multipleOf: 5, minimum: 5, maximum: 20 }, '7'), undefined);
  assert.equal(readText({ type: 'integer', enum: [24, 30] }, '30'), 30);
  assert.equal(readText({ type: 'boolean' }, 'yes'), undefined);
  const values = readValues(properties, { seconds: '5', resolution: '8k', stranger: 'x', audio: 'true' });
  assert.deepEqual(values, { seconds: 5, audio: true });
  assert.deepEqual(withDefaults(properties, values), { seconds: 5, resolution: '720p', audio: true });
  assert.deepEqual(listChanged(properties, { seconds: 4, audio: true }, ['seconds', 'audio', 'seed']), [
    'audio',
  ]);
});

test('another model keeps the values that it accepts and lists those that it drops', () => {
  const short = { seconds: { type: 'integer', enum: [4, 6, 8] } } as const;
  const { keptTexts, droppedValues } = fitTexts(
    short,
    { seconds: '5', audio: 'true', seed: '7' },
    properties,
  );
  assert.deepEqual(keptTexts, {});
  assert.deepEqual(droppedValues, [
    { name: 'seconds', value: '5', reason: 'not allowed' },
    { name: 'audio', value: 'true', reason: 'not taken' },
    { name: 'seed', value: '7', reason: 'not taken' },
  ]);
  assert.deepEqual(fitTexts(short, { seconds: '6', audio: 'false', resolution: '720p' }, properties), {
    keptTexts: { seconds: '6' },
    droppedValues: [],
  });
});
