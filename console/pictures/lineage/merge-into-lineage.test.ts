import assert from 'node:assert/strict';
import { test } from 'node:test';
import { taskLike } from '../task-like.ts';
import { withTask } from './merge-into-lineage.ts';

test('a new follow-up is added to the lineage of its image, and replaces its own older state', () => {
  const none = { parent: null, siblings: [], children: [] };
  const sent = taskLike({ id: 'child', parent: 'one', state: 'queued', change: 1 });
  const { children } = withTask(none, { task: sent, viewedId: 'one' });
  assert.deepEqual(children, [sent]);
  const made = { ...sent, state: 'succeeded' as const, change: 2 };
  assert.deepEqual(withTask({ ...none, children }, { task: made, viewedId: 'one' }).children, [made]);
  assert.deepEqual(withTask({ ...none, children: [made] }, { task: sent, viewedId: 'one' }).children, [made]);
  assert.deepEqual(withTask(none, { task: sent, viewedId: 'another' }), none);
});
