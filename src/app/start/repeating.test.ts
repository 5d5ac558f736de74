import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expiryPace } from '../../core/tasks/work/expire-tasks.ts';
import { leaseMs } from '../../core/tasks/work/pull-tasks.ts';
import { repeating } from './repeating.ts';

/** Time passes at once. Ends after so many sleeps. */
function openCountedSleep(sleeps: number) {
  const log: (string | number)[] = [];
  const lastSleep = Promise.withResolvers<void>();
  const sleep = (ms: number): Promise<void> => {
    log.push(ms);
    if (log.filter(entry => typeof entry === 'number').length < sleeps) return Promise.resolve();
    lastSleep.resolve();
    return stopped.promise;
  };
  const stopped = Promise.withResolvers<void>();
  return { log, sleep, lastSleep: lastSleep.promise, stop: stopped.resolve };
}

test('tasks expire for the first time after workers could adopt what was in progress, and then every few seconds', async () => {
  const { log, sleep, lastSleep, stop } = openCountedSleep(3);
  const end = repeating({ ...expiryPace, clock: { sleep } }, { workerError: () => {} }, async () => {
    log.push('expire');
  });
  await lastSleep;
  stop();
  await end();
  assert.deepEqual(log, [expiryPace.firstMs, 'expire', expiryPace.everyMs, 'expire', expiryPace.everyMs]);
  assert.ok(expiryPace.firstMs >= 2 * leaseMs, 'a lease of a process that died has ended by then');
});

test('a failure is reported, and the next time is as usual', async () => {
  const { log, sleep, lastSleep, stop } = openCountedSleep(3);
  const errors: unknown[] = [];
  const end = repeating(
    { everyMs: 7, clock: { sleep } },
    { workerError: error => errors.push(error) },
    async () => {
      throw new RangeError('no');
    },
  );
  await lastSleep;
  stop();
  await end();
  assert.deepEqual([log, errors.length], [[0, 7, 7], 2]);
});
