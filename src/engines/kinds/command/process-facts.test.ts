import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isCertainlyRunning, isRunning, readProcessFacts } from './process-facts.ts';

test('a process is identified by its PID and its start time', () => {
  const facts = readProcessFacts(process.pid);
  assert.equal(isRunning(facts), true);
  if (facts.began !== undefined) assert.equal(isRunning({ ...facts, began: '1' }), false);
});

test('a process without a known start time may be another one, and is not ended', () => {
  const { pid } = process;
  assert.equal(isRunning({ pid }), true);
  assert.equal(isCertainlyRunning({ pid }), false);
  assert.equal(isCertainlyRunning({ pid, began: '1' }), false);
});
