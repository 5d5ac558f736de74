import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Output } from '../../../core/tasks/read/task-view.ts';
import { findThumbnail } from './find-thumbnail.ts';

const output = (kind: Output['kind'], ordinal: number) => ({ kind, ordinal }) as Output;

test('a file has the thumbnail of its own number; without one, a picture is its own thumbnail, and a clip has none', () => {
  const [cell, other, thumbnail] = [output('cell', 0), output('cell', 1), output('thumbnail', 1)];
  const outputs = [cell, other, thumbnail];
  assert.equal(findThumbnail(outputs, other), thumbnail);
  assert.equal(findThumbnail(outputs, cell), cell);
  assert.equal(findThumbnail([], output('clip', 0)), undefined);
});
