import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isEnded, moves, phases, sourcesOf } from './task.ts';

test('a task cannot leave a final phase', () => {
  const ended = phases.filter(isEnded);
  assert.deepEqual(ended, ['succeeded', 'failed', 'cancelled']);
  for (const phase of ended) assert.deepEqual(moves[phase], []);
});

test('a task succeeds only from the phases in which the engine is done', () => {
  assert.deepEqual(sourcesOf('succeeded'), ['running', 'saving']);
});

test('any task that has not ended can fail or be cancelled', () => {
  const open = phases.filter(phase => !isEnded(phase));
  assert.deepEqual(sourcesOf('failed'), open);
  assert.deepEqual(sourcesOf('cancelled'), open);
});

test('no task returns to waiting for a modal', () => {
  assert.deepEqual(sourcesOf('waiting'), []);
});
