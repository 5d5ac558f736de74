/** The parameters of the built-in models have names and descriptions in both languages. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readCatalogue } from '../../src/core/catalogue/models/catalogue.ts';

// Stored values listen for changes in the browser's other tabs.
Object.assign(globalThis, { window: { addEventListener: () => {} } });
const { formMessages } = await import('./messages.ts');

test('every parameter and reference of the built-in models has a name and a description', () => {
  const fields = readCatalogue().models.flatMap(({ card }) => [
    ...Object.keys(card.parameters.properties),
    ...Object.keys(card.references),
  ]);
  assert.ok(fields.length > 0);
  for (const { names, descriptions } of [formMessages.en, formMessages.zh])
    for (const field of fields) assert.ok(names[field as 'seed'] && descriptions[field as 'seed'], field);
});

test('every size that a price rule can name has a name', () => {
  for (const { values } of [formMessages.en, formMessages.zh])
    for (const size of ['small', 'usual', 'large', 'huge'] as const) assert.ok(values[size], size);
});
