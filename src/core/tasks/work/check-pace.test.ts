import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openCheckPace, type RunningWork } from './check-pace.ts';

const requestedPause = { checkAgainMs: 3_000, mayCheckSooner: true };
const task = { engine: 'gateway', model: 'midjourney', job: { kind: 'grid' } } as RunningWork['task'];

function openPace() {
  let nowMs = 1_000_000;
  const pace = openCheckPace({ now: () => nowMs });
  /** The times at which a job is checked until it is seen to be done. */
  const listChecks = (tookMs: number): number[] => {
    const checks = [0];
    while ((checks.at(-1) ?? 0) < tookMs) {
      const elapsedMs = checks.at(-1) ?? 0;
      checks.push(elapsedMs + pace.pauseMs({ task, elapsedMs }, requestedPause));
    }
    return checks;
  };
  /** Jobs like those that come. */
  const learn = (tookMs: number) => {
    for (let job = 0; job < 8; job++) pace.noteDone({ task, elapsedMs: tookMs });
  };
  return { pace, listChecks, learn, pass: (ms: number) => (nowMs += ms) };
}

test('the end of a job is seen within a second or 15 percent of its time, whether its like are known or not', () => {
  for (const tookMs of [200, 2_000, 20_000, 60_000, 300_000])
    for (const isKnown of [false, true]) {
      const { listChecks, learn } = openPace();
      if (isKnown) learn(tookMs);
      const lateMs = (listChecks(tookMs).at(-1) ?? 0) - tookMs;
      assert.ok(lateMs <= Math.max(1_000, tookMs * 0.15), `${tookMs} ms, ${isKnown}: ${lateMs} ms late`);
    }
});

test('a job whose like are known is checked at most ten times', () => {
  for (const tookMs of [200, 2_000, 20_000, 60_000, 300_000]) {
    const { listChecks, learn } = openPace();
    learn(tookMs);
    assert.ok(listChecks(tookMs).length <= 10, `${tookMs} ms: ${listChecks(tookMs).length} checks`);
  }
});

test('a new job is checked soon, so that one that fails or ends at once is seen', () => {
  const { pace, learn } = openPace();
  assert.ok(pace.pauseMs({ task, elapsedMs: 50 }, requestedPause) <= 300);
  learn(60_000);
  assert.ok(pace.pauseMs({ task, elapsedMs: 50 }, requestedPause) > 300);
});

test('an engine that waits for a change itself is asked again at once', () => {
  const { pace } = openPace();
  assert.equal(pace.pauseMs({ task, elapsedMs: 50_000 }, { checkAgainMs: 0 }), 0);
});

test('an engine that says when to ask again is not asked sooner', () => {
  const { pace, learn } = openPace();
  learn(1_000);
  for (const elapsedMs of [0, 1_000, 60_000])
    assert.ok(pace.pauseMs({ task, elapsedMs }, { checkAgainMs: 20_000 }) >= 20_000);
});

test('an engine that reports changes is asked less often, until it has reported nothing for long', () => {
  const { pace, pass } = openPace();
  const work = { task, elapsedMs: 20_000 };
  const usualMs = pace.pauseMs(work, requestedPause);
  pace.noteReport('gateway');
  assert.equal(pace.pauseMs(work, requestedPause), usualMs * 4);
  pass(600_001);
  assert.equal(pace.pauseMs(work, requestedPause), usualMs);
});

test('an engine that asked to be left alone is not asked by any task until then, and by one after the other from then on', () => {
  const { pace, pass } = openPace();
  pace.leaveAlone('gateway', 2_000);
  pace.leaveAlone('gateway', 500);
  const waits = [1, 2, 3].map(() => pace.quietMs('gateway'));
  assert.deepEqual(waits, [2_000, 2_005, 2_010]);
  assert.equal(pace.quietMs('other'), 0);
  pass(2_000);
  assert.equal(pace.quietMs('gateway'), 0);
});
