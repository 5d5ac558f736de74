import assert from 'node:assert/strict';
import { test } from 'node:test';
import { StartError } from '../errors/start-error.ts';
import { rejectNamelessUser } from './postgres-user.ts';

test('a user whom the machine knows by number only is told what to do, instead of what initdb says', () => {
  const isTold = (error: unknown) =>
    error instanceof StartError && /no name.*DATABASE_URL/.test(error.message);
  assert.throws(() => {
    rejectNamelessUser(() => {
      throw new Error('uv_os_get_passwd returned ENOENT (no such file or directory)');
    });
  }, isTold);
  rejectNamelessUser(() => ({ username: 'kinora' }));
});
