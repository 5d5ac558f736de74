import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pauseAfterPull } from './gather-pulls.ts';

/** The pauses after a pull that took so long. */
async function pausesAfter({ tookMs, running }: { tookMs: number; running: number }): Promise<number[]> {
  const pauses: number[] = [];
  const clock = { now: () => tookMs, sleep: async (ms: number) => void pauses.push(ms) };
  await pauseAfterPull(clock, { startedMs: 0, running }, new AbortController().signal);
  return pauses;
}

test('a worker with few tasks pulls the next ones at once', async () => {
  assert.deepEqual(await pausesAfter({ tookMs: 8, running: 3 }), []);
});

test('a worker with several tasks waits as long as its last pull took, but not long', async () => {
  assert.deepEqual(await pausesAfter({ tookMs: 3, running: 4 }), [3]);
  assert.deepEqual(await pausesAfter({ tookMs: 500, running: 64 }), [10]);
});
