import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contentTypeOf, endingOf } from './file-types.ts';

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
    assert.equal(contentTypeOf(`task/key.${endingOf(type)}`), type);
  assert.throws(() => endingOf('text/html'), TypeError);
  assert.throws(() => contentTypeOf('task/key.exe'), TypeError);
});
