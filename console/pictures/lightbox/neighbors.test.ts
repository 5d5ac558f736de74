import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cell, taskLike } from '../task-like.ts';
import { findNeighbors } from './neighbors.ts';

test('arrow keys move between siblings and skip tasks without images', () => {
  const cells = [cell('a'), cell('b')];
  const tasks = [
    taskLike({ id: 'a', cells }),
    taskLike({ id: 'b', state: 'failed' }),
    taskLike({ id: 'c', cells }),
  ];
  const { before, after, above, below } = findNeighbors(tasks, { task: 'c', n: 2 });
  assert.deepEqual(
    [before, after, above, below],
    [{ task: 'c', n: 1 }, undefined, { task: 'a', n: 1 }, undefined],
  );
});
