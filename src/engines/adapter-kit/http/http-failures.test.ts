import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startFailure } from './http-failures.ts';

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
