import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeAllowed } from './check-parameters.ts';

test('what a parameter accepts is said with the limits that it has', () => {
  assert.equal(describeAllowed({ type: 'integer', minimum: 2, maximum: 10 }), 'a whole number from 2 to 10');
  assert.equal(describeAllowed({ type: 'number', minimum: 0, maximum: 1 }), 'a number from 0 to 1');
  assert.equal(describeAllowed({ type: 'integer', minimum: 1 }), 'a whole number of at least 1');
  assert.equal(describeAllowed({ type: 'number', maximum: 9 }), 'a number of at most 9');
  assert.equal(describeAllowed({ type: 'integer' }), 'a whole number');
  assert.equal(describeAllowed({ enum: [4, 6, 8] }), '4, 6 or 8');
});
