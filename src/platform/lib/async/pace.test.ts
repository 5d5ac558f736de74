import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPace } from './pace.ts';

function openTestPace() {
  let nowMs = 1_000_000;
  const pace = openPace({ now: () => nowMs }, { minMs: 100, maxMs: 10_000 });
  const runFor = (tookMs: number) => pace.run(async () => void (nowMs += tookMs));
  return { pace, runFor, advance: (ms: number) => void (nowMs += ms) };
}

test('a fast run is due again after the shortest pause', async () => {
  const { pace, runFor, advance } = openTestPace();
  assert.equal(pace.waitMs, 0);
  await runFor(1);
  assert.equal(pace.waitMs, 100);
  advance(150);
  assert.equal(pace.waitMs, 0);
});

test('a slow run takes at most a fiftieth of the time, up to the maximum pause', async () => {
  const { pace, runFor } = openTestPace();
  await runFor(20);
  assert.equal(pace.waitMs, 1_000);
  await runFor(5_000);
  assert.equal(pace.waitMs, 10_000);
  pace.reset();
  assert.equal(pace.waitMs, 0);
});

test('a run that fails sets the pause, too', async () => {
  const { pace } = openTestPace();
  await assert.rejects(pace.run(async () => Promise.reject(new Error('no'))));
  assert.equal(pace.waitMs, 100);
});
