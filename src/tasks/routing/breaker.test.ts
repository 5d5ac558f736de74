import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EngineError } from '../../engines/engine.ts';
import { afterFailure, afterSuccess, breakerState, countsAgainst, type Breaker } from './breaker.ts';

const broken = new EngineError('engine_unavailable', 'no answer');
const second = 1000;

function afterStarts(starts: string, nowMs = 0): Breaker | undefined {
  let breaker: Breaker | undefined;
  for (const start of starts)
    breaker = start === '-' ? afterFailure(breaker, broken, nowMs) : afterSuccess(breaker, nowMs);
  return breaker;
}

test('a route whose engine says when to come back is paused until then, and longer if it refuses again', () => {
  const busy = { code: 'engine_busy', message: 'it takes no jobs', retryAfterMs: 1_500 } as const;
  const once = afterFailure(undefined, busy, 0);
  assert.deepEqual([breakerState(once, 1_999), breakerState(once, 2_000)], ['open', 'half_open']);
  assert.equal(afterFailure(once, { ...busy, retryAfterMs: 60_000 }, 2_000).openUntilMs, 62_000);
  assert.equal(afterFailure(once, busy, 2_000).openUntilMs, 6_000);
});

test('three failures among the last five starts open it, and not fewer', () => {
  for (const starts of ['-', '--', '-+-', '-+++-', '-++-++-+', '--+++-'])
    assert.equal(breakerState(afterStarts(starts), 1), 'closed', starts);
  for (const starts of ['---', '-+-+-', '++--+-', '-++--'])
    assert.equal(breakerState(afterStarts(starts), 1), 'open', starts);
});

test('when nothing failed among the last five, nothing is remembered', () => {
  assert.equal(afterStarts('-+++++'), undefined);
  assert.equal(afterStarts('+++'), undefined);
});

test('one refusal of the key opens it', () => {
  const refused = new EngineError('engine_unauthorized', 'the key was refused');
  const breaker = afterFailure(undefined, refused, 0);
  assert.equal(breakerState(breaker, 1), 'open');
  assert.equal(breaker.reason, 'the key was refused');
});

test('the pause is 5 seconds, then doubled by each failed trial, up to 5 minutes', () => {
  let breaker = afterStarts('---') as Breaker;
  const pauses: number[] = [];
  let nowMs = 0;
  for (let round = 0; round < 8; round++) {
    const untilMs = breaker.openUntilMs ?? 0;
    assert.equal(breakerState(breaker, untilMs - 1), 'open');
    assert.equal(breakerState(breaker, untilMs), 'half_open');
    pauses.push((untilMs - nowMs) / second);
    nowMs = untilMs;
    breaker = afterFailure(breaker, broken, nowMs);
  }
  assert.deepEqual(pauses, [5, 10, 20, 40, 80, 160, 300, 300]);
});

test('a trial that succeeds closes it, and nothing is remembered', () => {
  const breaker = afterStarts('---') as Breaker;
  assert.equal(afterSuccess(breaker, breaker.openUntilMs ?? 0), undefined);
});

test('starts that were under way when it opened change nothing', () => {
  const breaker = afterStarts('---') as Breaker;
  assert.equal(afterFailure(breaker, broken, 1).openUntilMs, breaker.openUntilMs);
  assert.equal(afterSuccess(breaker, 1), breaker);
});

test('while a task tries it, it is open to all others', () => {
  const breaker = { ...(afterStarts('---') as Breaker), trialUntilMs: 95 * second };
  assert.equal(breakerState(breaker, 5 * second), 'open');
  assert.equal(breakerState(breaker, 95 * second), 'half_open', 'the process that tried it is gone');
});

test('a job that is rejected and content that is refused say nothing about the engine', () => {
  assert.ok(!countsAgainst({ code: 'engine_rejected' }));
  assert.ok(!countsAgainst({ code: 'content_refused' }));
  assert.ok(countsAgainst({ code: 'engine_busy' }));
});
