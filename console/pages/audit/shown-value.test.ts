import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findDifferences } from './diff.ts';
import { namesIn, displayedDifferences } from './shown-value.ts';

const id = '01a200f8-f1f8-70ce-a6b4-15ec95382315';

test('the limits of a new token are shown before other fields, without IDs and empty fields', () => {
  const token = { id, kind: 'image', held: '0.00', tier: null, user: id, cap_day: '5.00', name: 'friend' };
  assert.deepEqual(
    displayedDifferences(findDifferences(null, token)).map(({ field, after }) => [field, after]),
    [
      ['name', 'friend'],
      ['cap_day', '5.00'],
      ['kind', 'image'],
    ],
  );
});

test('a removed value is shown', () => {
  assert.deepEqual(displayedDifferences(findDifferences({ cap_day: '5.00' }, { cap_day: null })), [
    { field: 'cap_day', before: '5.00', after: '—' },
  ]);
});

test('an object is shown under the newest name in the audit entries', () => {
  const names = namesIn([
    { object: id, before: null, after: { revoked: true } },
    { object: id, before: { name: 'friend' }, after: { name: 'foe' } },
    { object: id, before: null, after: { name: 'friend' } },
    { object: 'sketch', before: null, after: { drained: true } },
  ]);
  assert.deepEqual([...names], [[id, 'foe']]);
});
