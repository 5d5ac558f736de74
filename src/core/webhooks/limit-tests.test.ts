import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError } from '@kinora/shared/errors/errors';
import { systemClock } from '@kinora/shared/clock';
import { limitTests } from './limit-tests.ts';

const waits = (retryAfter: number) => (error: unknown) =>
  error instanceof AppError &&
  error.code === 'webhook_test_wait' &&
  error.details['retryAfter'] === retryAfter;

test('each account can send ten test messages per minute', async () => {
  let now = 1_000_000;
  const limits = limitTests({ ...systemClock, now: () => now });
  for (let count = 0; count < 10; count++, now += 1000) await limits.send('one', async () => {});
  await assert.rejects(
    limits.send('one', async () => {}),
    waits(50),
  );
  assert.throws(() => limits.check('one'), waits(50));
  await limits.send('other', async () => {});
  now += 50_000;
  await limits.send('one', async () => {});
  assert.throws(() => limits.check('one'), waits(1));
});

test('only one test message is sent at a time, and a failed one does not block the next', async () => {
  const limits = limitTests(systemClock);
  const first = Promise.withResolvers<void>();
  const firstSend = limits.send('one', () => first.promise);
  await assert.rejects(
    limits.send('one', async () => {}),
    waits(1),
  );
  first.reject(new Error('unreachable'));
  await assert.rejects(firstSend, /unreachable/);
  await limits.send('one', async () => {});
});
