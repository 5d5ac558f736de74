import { reason } from '@kinora/shared/errors/reason';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EngineError } from '../../../engines/contract/engine-error.ts';
import {
  afterFailure,
  afterSuccess,
  breakerState,
  countsAgainst,
  isPausedAway,
  type Breaker,
} from './breaker.ts';

const connectionError = new EngineError('engine_unavailable', reason('answer_none'));
const second = 1000;

function afterStarts(starts: string, nowMs = 0): Breaker | undefined {
  let breaker: Breaker | undefined;
  for (const start of starts)
    breaker = start === '-' ? afterFailure(breaker, connectionError, nowMs) : afterSuccess(breaker, nowMs);
  return breaker;
}

test('a route is paused until the time that its engine names, and longer after another refusal', () => {
  const busy = { code: 'engine_busy', reason: reason('not_accepting'), retryAfterMs: 1_500 } as const;
  const firstPause = afterFailure(undefined, busy, 0);
  assert.deepEqual([breakerState(firstPause, 1_999), breakerState(firstPause, 2_000)], ['open', 'half_open']);
  assert.equal(afterFailure(firstPause, { ...busy, retryAfterMs: 60_000 }, 2_000).openUntilMs, 62_000);
  assert.equal(afterFailure(firstPause, busy, 2_000).openUntilMs, 6_000);
});

test('a breaker opens after three failures among the last five starts', () => {
  for (const starts of ['-', '--', '-+-', '-+++-', '-++-++-+', '--+++-'])
    assert.equal(breakerState(afterStarts(starts), 1), 'closed', starts);
  for (const starts of ['---', '-+-+-', '++--+-', '-++--'])
    assert.equal(breakerState(afterStarts(starts), 1), 'open', starts);
});

test('a breaker keeps no state if none of the last five starts failed', () => {
  assert.equal(afterStarts('-+++++'), undefined);
  assert.equal(afterStarts('+++'), undefined);
});

test('only a pause that began because the engine could not be reached counts as such', () => {
  assert.equal(isPausedAway(afterStarts('---')), true);
  assert.equal(isPausedAway(afterStarts('--')), false, 'not paused');
  const secretError = new EngineError('engine_unauthorized', reason('secret_rejected'));
  assert.equal(isPausedAway(afterFailure(undefined, secretError, 0)), false);
  const busy = { code: 'engine_busy', reason: reason('not_accepting'), retryAfterMs: 1_500 } as const;
  assert.equal(isPausedAway(afterFailure(afterStarts('--'), busy, 0)), false);
});

test('a single rejected key opens a breaker', () => {
  const secretError = new EngineError('engine_unauthorized', reason('secret_rejected'));
  const breaker = afterFailure(undefined, secretError, 0);
  assert.equal(breakerState(breaker, 1), 'open');
  assert.deepEqual(breaker.reason, { reason: 'it rejected the secret', reasonZh: '拒绝了密钥' });
});

test('the pause is 5 seconds, then doubled by each failed trial, up to a minute', () => {
  let breaker = afterStarts('---') as Breaker;
  const pauses: number[] = [];
  let nowMs = 0;
  for (let round = 0; round < 8; round++) {
    const untilMs = breaker.openUntilMs ?? 0;
    assert.equal(breakerState(breaker, untilMs - 1), 'open');
    assert.equal(breakerState(breaker, untilMs), 'half_open');
    pauses.push((untilMs - nowMs) / second);
    nowMs = untilMs;
    breaker = afterFailure(breaker, connectionError, nowMs);
  }
  assert.deepEqual(pauses, [5, 10, 20, 40, 60, 60, 60, 60]);
});

test('a successful trial closes a breaker and clears its state', () => {
  const breaker = afterStarts('---') as Breaker;
  assert.equal(afterSuccess(breaker, breaker.openUntilMs ?? 0), undefined);
});

test('starts from before a breaker opened do not change it', () => {
  const breaker = afterStarts('---') as Breaker;
  assert.equal(afterFailure(breaker, connectionError, 1).openUntilMs, breaker.openUntilMs);
  assert.equal(afterSuccess(breaker, 1), breaker);
});

test('a half-open breaker counts as open for other tasks during its trial', () => {
  const breaker = { ...(afterStarts('---') as Breaker), trialUntilMs: 95 * second };
  assert.equal(breakerState(breaker, 5 * second), 'open');
  assert.equal(breakerState(breaker, 95 * second), 'half_open', 'the process of the trial is gone');
});

test('rejected jobs and refused content do not count against an engine', () => {
  assert.ok(!countsAgainst({ code: 'engine_rejected' }));
  assert.ok(!countsAgainst({ code: 'content_refused' }));
  assert.ok(countsAgainst({ code: 'engine_busy' }));
});
