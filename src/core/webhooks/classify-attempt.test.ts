import assert from 'node:assert/strict';
import { test } from 'node:test';
import { classifyAttempt } from './classify-attempt.ts';
import { endRank, rankProgress } from './rank.ts';

test('the final event is tried seven times with increasing delays, then given up', () => {
  const delays: number[] = [];
  for (let tries = 0; ;) {
    const verdict = classifyAttempt(endRank, tries, { status: 503 });
    if (verdict.kind !== 'again') {
      assert.deepEqual(verdict, { kind: 'ended', ending: 'given_up' });
      break;
    }
    assert.equal(verdict.tries, ++tries);
    delays.push(verdict.delayMs / 1000);
  }
  assert.deepEqual(delays, [5, 30, 120, 600, 3600, 21600]);
});

test('an intermediate event is tried once', () => {
  const rank = rankProgress({ phase: 'running', progress: 99 });
  for (const outcome of [{ status: 200 }, { status: 500 }, { error: 'timeout' }])
    assert.deepEqual(classifyAttempt(rank, 0, outcome), { kind: 'next' });
});

test('only a 2xx status counts as delivered, and 410 ends a webhook at any event', () => {
  const kind = (status: number) => classifyAttempt(endRank, 0, { status }).kind;
  assert.deepEqual([200, 204, 299].map(kind), ['ended', 'ended', 'ended']);
  assert.deepEqual(
    [100, 301, 304, 400, 429, 500].map(kind),
    Array.from({ length: 6 }, () => 'again'),
  );
  for (const rank of [2, endRank])
    assert.deepEqual(classifyAttempt(rank, 0, { status: 410 }), { kind: 'ended', ending: 'gone' });
});

test('events are ranked by the progress of the task', () => {
  const way = [
    { phase: 'waiting', progress: 0 },
    { phase: 'queued', progress: 0 },
    { phase: 'starting', progress: 0 },
    { phase: 'running', progress: 0 },
    { phase: 'running', progress: 99 },
    { phase: 'cancelled', progress: 0 },
  ].map(rankProgress);
  assert.deepEqual(
    way,
    [...new Set(way)].toSorted((a, b) => a - b),
  );
});
