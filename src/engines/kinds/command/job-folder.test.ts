import assert from 'node:assert/strict';
import { test } from 'node:test';
import { folderNameOf } from './job-folder.ts';

test('no key leads out of the work folder', () => {
  assert.equal(folderNameOf('../../etc'), 'job-.._.._etc');
  assert.equal(folderNameOf(''), undefined);
  assert.equal(folderNameOf('x'.repeat(300)), undefined);
});
