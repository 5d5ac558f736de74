import assert from 'node:assert/strict';
import { test } from 'node:test';
import { negative, sumAmounts } from './amounts.ts';

test('amounts are summed exactly', () => {
  assert.equal(sumAmounts(['0.10', '0.20']), '0.30');
  assert.equal(sumAmounts(['-0.25', '1.00']), '0.75');
  assert.equal(sumAmounts(['0.000001', '12']), '12.000001');
  assert.equal(sumAmounts(['-1.5', '0.50']), '-1.00');
  assert.equal(sumAmounts([]), '0.00');
  assert.equal(negative('0.50'), '-0.50');
});
