import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openEarlyCheck } from './early-check.ts';

/** A clock that advances only during sleeps. A sleep ends when its signal fires. */
function pausing() {
  let nowMs = 1_000_000;
  const sleeps: number[] = [];
  const early = openEarlyCheck({
    now: () => nowMs,
    sleep: async (ms, signal) => {
      if (signal?.aborted) return;
      sleeps.push(ms);
      nowMs += ms;
    },
  });
  return { early, sleeps, advance: (ms: number) => void (nowMs += ms), never: new AbortController().signal };
}

test('without a report, the pause has its full length', async () => {
  const { early, sleeps, never } = pausing();
  await early.pause(60_000, never);
  await early.pause(60_000, never);
  assert.deepEqual(sleeps, [60_000, 60_000]);
});

test('a report ends the pause once, even if it arrived before the pause began', async () => {
  const { early, sleeps, never } = pausing();
  early.request();
  await early.pause(60_000, never);
  assert.deepEqual(sleeps, []);
  await early.pause(60_000, never);
  assert.deepEqual(sleeps, [60_000]);
});

test('a steady stream of reports causes one check per second', async () => {
  const { early, sleeps, advance, never } = pausing();
  for (let checks = 0; checks < 4; checks++) {
    for (let reports = 0; reports < 100; reports++) early.request();
    await early.pause(60_000, never);
    advance(400);
  }
  assert.deepEqual(sleeps, [600, 600, 600]);
});

test('a report does not extend the pause', async () => {
  const { early, sleeps, never } = pausing();
  early.request();
  await early.pause(60_000, never);
  early.request();
  await early.pause(200, never);
  assert.deepEqual(sleeps, [200]);
});
