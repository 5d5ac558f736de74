import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Task } from '../../data/tasks/tasks.ts';
import { toFileName } from './file-name.ts';

const of = (prompt: string | null, mark?: string) =>
  toFileName({ id: '17', prompt, final_prompt: null } as Task, '/files/EOgr.png?x=1', mark);

test('a file is named after the first words of its prompt, in any script, and its number', () => {
  assert.equal(
    of('A red fox beside a lighthouse at sunset, watercolor --ar 3:2', '2'),
    'a-red-fox-beside-a-lighthouse-at-sunset-2.png',
  );
  assert.equal(of('a cat, "sleeping"/purring'), 'a-cat-sleeping-purring.png');
  assert.equal(of('https://example.com/cat.png as a sketch'), 'as-a-sketch.png');
  assert.equal(of('雪地里的红狐，黄昏', '1'), '雪地里的红狐-黄昏-1.png');
});

test('a file name has at most forty characters of the prompt, or the task ID if there are no words', () => {
  assert.equal(of('狐'.repeat(60)), `${'狐'.repeat(40)}.png`);
  assert.equal(of(`short ${'x'.repeat(60)}`), 'short.png');
  assert.equal(of(null, 'grid'), '17-grid.png');
  assert.equal(of('?!'), '17.png');
});
