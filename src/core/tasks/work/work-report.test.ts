import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isAboutTask, toStartKey, taskIdFromKey } from './work-report.ts';
import type { LeasedTask } from '../task.ts';

const taskId = '0198c0de-0000-7000-8000-000000000001';
const task = { engine: 'one', startKey: toStartKey(taskId, 1) } as LeasedTask;

test('a report concerns the start that the task waits for, and each of its steps', () => {
  for (const key of [`${taskId}:1`, `${taskId}:1:0.0`, `${taskId}:1:3.2`]) {
    assert.equal(taskIdFromKey({ key }), taskId);
    assert.equal(isAboutTask({ engine: 'one', key }, task), true, key);
  }
});

test('a report of another engine, try or task does not concern the task', () => {
  assert.equal(isAboutTask({ engine: 'two', key: `${taskId}:1:0.0` }, task), false);
  for (const key of [`${taskId}:0:0.0`, `${taskId}:10`, `${taskId}:10:0.0`, taskId, ''])
    assert.equal(isAboutTask({ engine: 'one', key }, task), false, key);
  assert.equal(isAboutTask({ engine: 'one', key: '' }, { ...task, startKey: undefined }), false);
});
