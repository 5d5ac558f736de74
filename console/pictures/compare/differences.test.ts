import assert from 'node:assert/strict';
import { test } from 'node:test';
import { taskLike } from '../task-like.ts';
import { findDifferences } from './differences.ts';

test('a comparison shows only differences', () => {
  const one = taskLike({ final_prompt: 'a cat --s 100 --raw', seed: '1', model: 'sketch' });
  const other = taskLike({ final_prompt: 'a cat --s 600', seed: '1', model: 'sketch' });
  assert.deepEqual(findDifferences([one, other]), [
    { name: '--s', values: ['100', '600'] },
    { name: '--raw', values: ['', null] },
  ]);
});
