import assert from 'node:assert/strict';
import { test } from 'node:test';
import { detectContentType, fileEnding } from './file-types.ts';

test('the extension of a stored file determines its content type', () => {
  for (const type of [
    'image/png',
    'image/jpeg',
    'image/webp',
    'image/gif',
    'video/mp4',
    'video/webm',
    'video/quicktime',
    'video/x-matroska',
  ])
    assert.equal(detectContentType(`task/key.${fileEnding(type)}`), type);
  assert.throws(() => fileEnding('text/html'), TypeError);
  assert.throws(() => detectContentType('task/key.exe'), TypeError);
});
