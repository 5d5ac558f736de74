import assert from 'node:assert/strict';
import { test } from 'node:test';
import { retryAfterMs, startFailure } from './http-failures.ts';

const client = { clean: (text: string) => text };

for (const status of [429, 503])
  test(`an engine that takes no jobs with status ${status} says for how long, and has begun nothing`, () => {
    const headers = { 'retry-after': '7' };
    const { code, retryable, notStarted, retryAfterMs } = startFailure(
      { status, headers, bytes: Buffer.from('{}') },
      client,
    );
    assert.deepEqual([code, retryable, notStarted, retryAfterMs], ['engine_busy', true, true, 7000]);
  });

test('a date to wait for is measured from the time that the same answer tells', () => {
  const headers = { date: 'Sun, 29 Nov 2020 12:00:00 GMT', 'retry-after': 'Sun, 29 Nov 2020 12:00:30 GMT' };
  assert.equal(retryAfterMs({ status: 429, headers, bytes: Buffer.from('') }), 30_000);
});
