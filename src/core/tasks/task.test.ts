import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isEnded, moves, phases, phasesBefore } from './task.ts';

test('a task cannot leave a final phase', () => {
  const finalPhases = phases.filter(isEnded);
  assert.deepEqual(finalPhases, ['succeeded', 'failed', 'cancelled']);
  for (const phase of finalPhases) assert.deepEqual(moves[phase], []);
});

test('a task succeeds only from the phases in which the engine is done', () => {
  assert.deepEqual(phasesBefore('succeeded'), ['running', 'saving']);
});

test('any task that has not ended can fail or be cancelled', () => {
  const open = phases.filter(phase => !isEnded(phase));
  assert.deepEqual(phasesBefore('failed'), open);
  assert.deepEqual(phasesBefore('cancelled'), open);
});

test('no task returns to waiting for a modal', () => {
  assert.deepEqual(phasesBefore('waiting'), []);
});
