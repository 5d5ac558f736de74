import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toFolderName } from './job-folder.ts';

test('no key leads out of the work folder', () => {
  assert.equal(toFolderName('../../etc'), 'job-.._.._etc');
  assert.equal(toFolderName(''), undefined);
  assert.equal(toFolderName('x'.repeat(300)), undefined);
});
