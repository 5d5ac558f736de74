import assert from 'node:assert/strict';
import { test } from 'node:test';
import { taskLike } from '../task-like.ts';
import { listChips, chipText, shownPrompt } from './chips.ts';

test('parameters are shown as chips, and the rest of the prompt as text', () => {
  const task = taskLike({
    prompt: 'a well-known cat --ar 3:2',
    final_prompt: 'a well-known cat --ar 3:2 --raw --no dogs, birds',
  });
  assert.equal(shownPrompt(task), 'a well-known cat');
  assert.deepEqual(listChips(task).map(chipText), ['--ar 3:2', '--raw', '--no dogs, birds']);
});
