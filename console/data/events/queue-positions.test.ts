import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withPosition } from './queue-positions.ts';

const task = { id: '1', state: 'queued', ahead: 4, away_since: null } as const;

test('a queued task gets its new position, and stays the same object without one', () => {
  assert.deepEqual(withPosition(task, [{ id: '1', ahead: 2, away_since: null }]), { ...task, ahead: 2 });
  assert.equal(withPosition(task, [{ id: '1', ahead: 4, away_since: null }]), task);
  assert.equal(withPosition(task, [{ id: '2', ahead: 2, away_since: null }]), task);
});

test('a position that arrives after the start of its task is ignored', () => {
  const running = { ...task, state: 'running', ahead: null } as const;
  assert.equal(withPosition(running, [{ id: '1', ahead: 2, away_since: null }]), running);
});
