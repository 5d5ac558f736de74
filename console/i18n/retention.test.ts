import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isWithinADay, retentionBetween, toRetention } from './retention.ts';

const now = Date.parse('2026-11-21T12:00:00Z');

test('the expiry warning is shown only on the last day before expiry', () => {
  assert.equal(isWithinADay('2026-11-22T11:59:00Z', now), true);
  assert.equal(isWithinADay('2026-11-22T12:01:00Z', now), false);
  assert.equal(isWithinADay('2026-11-21T11:59:00Z', now), false);
});

test('retention is shown in hours, or in days or years if it is long', () => {
  assert.deepEqual(toRetention(87_600), { unit: 'year', count: 10 });
  assert.deepEqual(retentionBetween('2026-11-21T12:00:10Z', '2026-11-24T12:00:00Z'), {
    unit: 'hour',
    count: 72,
  });
  assert.deepEqual(retentionBetween('2026-11-01T12:00:00Z', '2026-12-01T12:00:00Z'), {
    unit: 'day',
    count: 30,
  });
});
