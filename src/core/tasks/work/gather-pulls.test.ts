import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pauseAfterPull } from './gather-pulls.ts';

/** The pauses after a pull. `slots`: of the engine of each task that is running. */
async function pausesAfter(pull: { tookMs: number; pulledCount: number; slots: readonly number[] }) {
  const pauses: number[] = [];
  const clock = { now: () => pull.tookMs, sleep: async (ms: number) => void pauses.push(ms) };
  await pauseAfterPull(clock, { startedMs: 0, ...pull }, new AbortController().signal);
  return pauses;
}

const onLargeEngine = (tasks: number) => Array.from({ length: tasks }, () => 64);

test('a worker with few tasks pulls the next ones at once', async () => {
  assert.deepEqual(await pausesAfter({ tookMs: 8, pulledCount: 3, slots: onLargeEngine(3) }), []);
});

test('a worker with several tasks waits as long as its last pull took, but not long', async () => {
  assert.deepEqual(await pausesAfter({ tookMs: 3, pulledCount: 1, slots: onLargeEngine(4) }), [3]);
  assert.deepEqual(await pausesAfter({ tookMs: 500, pulledCount: 0, slots: onLargeEngine(64) }), [10]);
});

test('a worker whose last pull brought several tasks waits longer for more of them', async () => {
  assert.deepEqual(await pausesAfter({ tookMs: 3, pulledCount: 4, slots: onLargeEngine(4) }), [25]);
  assert.deepEqual(await pausesAfter({ tookMs: 500, pulledCount: 64, slots: onLargeEngine(64) }), [25]);
});

test('an engine with few slots shortens this wait, so that its slots do not stay free', async () => {
  assert.deepEqual(await pausesAfter({ tookMs: 1, pulledCount: 4, slots: [64, 8, 64, 64] }), [3.2]);
  assert.deepEqual(await pausesAfter({ tookMs: 3, pulledCount: 4, slots: [4, 64, 64, 64] }), [3]);
});
