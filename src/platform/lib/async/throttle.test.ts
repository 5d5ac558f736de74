import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openThrottle } from './throttle.ts';

test('it runs once for all requests of its delay, and again for a later one', async () => {
  let runs = 0;
  let pass = Promise.withResolvers<void>();
  const delays: number[] = [];
  const sleep = (ms: number) => {
    delays.push(ms);
    return pass.promise;
  };
  const request = openThrottle(() => runs++, {
    clock: { sleep },
    delayMs: 100,
    signal: new AbortController().signal,
  });
  for (const expected of [1, 2]) {
    request();
    request();
    assert.equal(runs, expected - 1);
    pass.resolve();
    await pass.promise;
    assert.equal(runs, expected);
    pass = Promise.withResolvers();
  }
  assert.deepEqual(delays, [100, 100]);
});
