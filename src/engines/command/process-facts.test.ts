import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isRunning, processFactsOf } from './process-facts.ts';

test('a process is known by its id and its beginning', () => {
  const facts = processFactsOf(process.pid);
  assert.equal(isRunning(facts), true);
  if (facts.began !== undefined) assert.equal(isRunning({ ...facts, began: '1' }), false);
});
