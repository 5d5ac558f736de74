import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openReadiness } from './readiness.ts';

test('a process is ready if all checks pass, and otherwise the failing check is named', async () => {
  const readiness = openReadiness();
  let disk = 'ok';
  readiness.add('database', async () => 'ok');
  readiness.add('disk', () => disk);
  assert.deepEqual(await readiness.read(), { status: 'ok', database: 'ok', disk: 'ok' });
  disk = 'full';
  assert.deepEqual(await readiness.read(), { status: 'unavailable', database: 'ok', disk: 'full' });
});

test('a failing or hanging check is unavailable, and a hanging check is not started again', async () => {
  const readiness = openReadiness(10);
  let startCount = 0;
  const hanging = Promise.withResolvers<string>();
  readiness.add('database', async () => {
    throw new Error('gone');
  });
  readiness.add('storage', () => {
    startCount++;
    return hanging.promise;
  });
  const expected = { status: 'unavailable', database: 'unavailable', storage: 'unavailable' };
  assert.deepEqual(await readiness.read(), expected);
  assert.deepEqual(await readiness.read(), expected);
  assert.equal(startCount, 1);
  hanging.resolve('ok');
  assert.equal((await readiness.read())['storage'], 'ok');
});
