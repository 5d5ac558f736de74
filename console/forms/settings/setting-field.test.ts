import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plainName, readSettings, settingFields, fillTexts } from './setting-field.ts';

const schema = {
  type: 'object',
  properties: {
    paid: { type: 'boolean', default: false },
    quality: { type: 'string', enum: ['good', 'best'], default: 'good' },
    pollMs: { type: 'integer', minimum: 0, maximum: 60_000, default: 0 },
    note: { type: 'string', default: 'none' },
    limit: { anyOf: [{ type: 'number' }, { type: 'null' }] },
  },
};
const fields = settingFields(schema);

test('each property has a control that fits its type, with JSON as the fallback', () => {
  assert.deepEqual(
    fields.map(({ control }) => control),
    ['switch', 'select', 'number', 'text', 'json'],
  );
  assert.deepEqual(
    settingFields({ oneOf: [] }).map(({ name, control }) => [name, control]),
    [['', 'json']],
  );
  assert.deepEqual(settingFields({ type: 'object', properties: {} }), []);
});

test('only fields with a value are sent, converted to their type', () => {
  assert.deepEqual(readSettings(fields, {}), { values: {}, unreadable: [] });
  const texts = { paid: 'true', quality: 'best', pollMs: '250', note: 'x', limit: '[1]' };
  assert.deepEqual(readSettings(fields, texts).values, {
    paid: true,
    quality: 'best',
    pollMs: 250,
    note: 'x',
    limit: [1],
  });
});

test('an invalid number is sent to the server to reject, and invalid JSON is rejected in the form', () => {
  assert.deepEqual(readSettings(fields, { pollMs: 'often', limit: '{' }), {
    values: { pollMs: 'often' },
    unreadable: ['limit'],
  });
});

test('only changed settings are sent, and an emptied field returns to its default', () => {
  const before = fillTexts(fields, { paid: true, quality: 'best', pollMs: 5, note: 'x', limit: { a: 1 } });
  assert.deepEqual(before, { paid: 'true', quality: 'best', pollMs: '5', note: 'x', limit: '{"a":1}' });
  assert.deepEqual(readSettings(fields, before, before).values, {});
  const after = { ...before, paid: 'false', pollMs: '', note: undefined };
  assert.deepEqual(readSettings(fields, after, before).values, { paid: false, pollMs: 0, note: 'none' });
});

test('settings are edited as one JSON text if the schema lists none', () => {
  const fields = settingFields({ type: 'object', additionalProperties: {} });
  assert.deepEqual(fillTexts(fields, { a: 1 }), { '': '{"a":1}' });
  assert.deepEqual(readSettings(fields, { '': '{"b":true}' }).values, { b: true });
});

test('setting names are converted to readable labels', () => {
  assert.deepEqual(
    ['pollMs', 'poll_ms', 'baseURL', 'note'].map(name => plainName(name)),
    ['Poll ms', 'Poll ms', 'Base URL', 'Note'],
  );
});
