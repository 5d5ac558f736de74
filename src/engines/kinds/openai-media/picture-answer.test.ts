import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readFiles } from './picture-answer.ts';

test('of an answer with more files than were asked for, only those that are needed are kept', () => {
  const data = Array.from({ length: 50 }, (_, index) => ({ url: `/${index}.png` }));
  const bytes = Buffer.from(JSON.stringify({ data: [{}, ...data] }));
  assert.deepEqual(readFiles({ bytes }, 2).files, [{ link: '/0.png' }, { link: '/1.png' }]);
});
