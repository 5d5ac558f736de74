import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findDifferences } from './diff.ts';

test('a diff shows only changed fields, with their old and new values', () => {
  const before = { name: 'studio', factor: '1.00', models: ['a', 'b'] };
  const after = { name: 'studio', factor: '0.80', models: ['a'] };
  assert.deepEqual(findDifferences(before, after), [
    { field: 'factor', before: '1.00', after: '0.80' },
    { field: 'models', before: 'a, b', after: 'a' },
  ]);
});

test('a diff shows no old value for new fields, paths for nested fields, and a dash for null', () => {
  assert.deepEqual(findDifferences(null, { price: { unit: 'clip' }, cap: null }), [
    { field: 'price.unit', before: undefined, after: 'clip' },
    { field: 'cap', before: undefined, after: '—' },
  ]);
  assert.deepEqual(findDifferences({ gone: true }, null), [
    { field: 'gone', before: 'true', after: undefined },
  ]);
  assert.deepEqual(findDifferences(null, undefined), []);
});

test('a list of records is one value, with a line for each record', () => {
  const rules = [{ unitPrice: '1' }, { when: { size: 'small' }, unitPrice: '0.5' }];
  const [difference] = findDifferences({ rules }, { rules: [{ unitPrice: '2' }] });
  assert.deepEqual(difference, {
    field: 'rules',
    before: 'unitPrice 1\nsize small, unitPrice 0.5',
    after: 'unitPrice 2',
  });
});

test('a label function formats the fields of records in a list', () => {
  const rules = [{ when: { size: 'small' }, unitPrice: '0.5' }];
  const names: Readonly<Record<string, string>> = { size: 'Size', unitPrice: 'Unit price' };
  const [difference] = findDifferences(null, { rules }, (field, value) => `${names[field]} ${value}`);
  assert.equal(difference?.after, 'Size small, Unit price 0.5');
});
