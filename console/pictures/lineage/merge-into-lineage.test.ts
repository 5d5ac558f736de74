import assert from 'node:assert/strict';
import { test } from 'node:test';
import { taskLike } from '../task-like.ts';
import { withTask } from './merge-into-lineage.ts';

test('a new follow-up is added to the lineage of its image, and replaces its own older state', () => {
  const none = { parent: null, siblings: [], children: [] };
  const queuedTask = taskLike({ id: 'child', parent: 'one', state: 'queued', change: 1 });
  const { children } = withTask(none, { task: queuedTask, viewedId: 'one' });
  assert.deepEqual(children, [queuedTask]);
  const finishedTask = { ...queuedTask, state: 'succeeded' as const, change: 2 };
  assert.deepEqual(withTask({ ...none, children }, { task: finishedTask, viewedId: 'one' }).children, [
    finishedTask,
  ]);
  assert.deepEqual(
    withTask({ ...none, children: [finishedTask] }, { task: queuedTask, viewedId: 'one' }).children,
    [finishedTask],
  );
  assert.deepEqual(withTask(none, { task: queuedTask, viewedId: 'another' }), none);
});
