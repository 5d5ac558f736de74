import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pauseAfterPull } from './gather-pulls.ts';

/** The pauses after a pull that took so long. */
async function pausesAfter(pull: { tookMs: number; pulled: number; running: number; slots?: number }) {
  const pauses: number[] = [];
  const clock = { now: () => pull.tookMs, sleep: async (ms: number) => void pauses.push(ms) };
  await pauseAfterPull(clock, { startedMs: 0, slots: 64, ...pull }, new AbortController().signal);
  return pauses;
}

test('a worker with few tasks pulls the next ones at once', async () => {
  assert.deepEqual(await pausesAfter({ tookMs: 8, pulled: 3, running: 3 }), []);
});

test('a worker with several tasks waits as long as its last pull took, but not long', async () => {
  assert.deepEqual(await pausesAfter({ tookMs: 3, pulled: 1, running: 4 }), [3]);
  assert.deepEqual(await pausesAfter({ tookMs: 500, pulled: 0, running: 64 }), [10]);
});

test('a worker whose last pull brought several tasks waits longer for more of them', async () => {
  assert.deepEqual(await pausesAfter({ tookMs: 3, pulled: 4, running: 4 }), [25]);
  assert.deepEqual(await pausesAfter({ tookMs: 500, pulled: 64, running: 64 }), [25]);
});

test('the fewer slots an engine has, the shorter is this wait, so that its slots are not left free', async () => {
  assert.deepEqual(await pausesAfter({ tookMs: 1, pulled: 4, running: 8, slots: 8 }), [3.2]);
  assert.deepEqual(await pausesAfter({ tookMs: 3, pulled: 4, running: 8, slots: 4 }), [3]);
});
