import assert from 'node:assert/strict';
import { test } from 'node:test';
import { advisoryLocks } from './advisory-locks.ts';

test('each advisory lock has a unique number', () => {
  const numbers = Object.values(advisoryLocks);
  assert.equal(new Set(numbers).size, numbers.length);
});
