import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shareRead } from '../../../platform/lib/async/shared-read.ts';
import { readStorage } from './process-metrics.ts';
import { openRegistry } from './registry.ts';

test('a hanging storage is checked only once and is down until it responds', async () => {
  const registry = openRegistry();
  const isUp = () => /^kinora_up\{source="storage"\} (\d)$/m.exec(registry.render())?.[1];
  let checkCount = 0;
  let answer = Promise.withResolvers<void>();
  const storage = {
    check: shareRead(() => {
      checkCount++;
      return answer.promise;
    }),
  };
  answer.resolve();
  await readStorage(registry, storage);
  assert.equal(isUp(), '1');
  answer = Promise.withResolvers<void>();
  for (let scrapes = 0; scrapes < 5; scrapes++) {
    await readStorage(registry, storage, 5);
    assert.equal(isUp(), '0');
  }
  assert.equal(checkCount, 2);
  answer.resolve();
  await readStorage(registry, storage);
  assert.equal(isUp(), '1');
});
