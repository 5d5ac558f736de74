import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openEarlyCheck } from './early-check.ts';

/** Time passes only in sleeps, each of which ends when its signal fires. */
function pausing() {
  let nowMs = 1_000_000;
  const slept: number[] = [];
  const early = openEarlyCheck({
    now: () => nowMs,
    sleep: async (ms, signal) => {
      if (signal?.aborted) return;
      slept.push(ms);
      nowMs += ms;
    },
  });
  return { early, slept, later: (ms: number) => void (nowMs += ms), never: new AbortController().signal };
}

test('without a report, the pause lasts as long as it should', async () => {
  const { early, slept, never } = pausing();
  await early.pause(60_000, never);
  await early.pause(60_000, never);
  assert.deepEqual(slept, [60_000, 60_000]);
});

test('a report ends the pause, also one that arrived before it began, and only once', async () => {
  const { early, slept, never } = pausing();
  early.request();
  await early.pause(60_000, never);
  assert.deepEqual(slept, []);
  await early.pause(60_000, never);
  assert.deepEqual(slept, [60_000]);
});

test('reports without end have the work checked once a second', async () => {
  const { early, slept, later, never } = pausing();
  for (let checks = 0; checks < 4; checks++) {
    for (let reports = 0; reports < 100; reports++) early.request();
    await early.pause(60_000, never);
    later(400);
  }
  assert.deepEqual(slept, [600, 600, 600]);
});

test('a report makes no pause longer', async () => {
  const { early, slept, never } = pausing();
  early.request();
  await early.pause(60_000, never);
  early.request();
  await early.pause(200, never);
  assert.deepEqual(slept, [200]);
});
