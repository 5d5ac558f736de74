import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rateEngine, type EngineObservations } from './engine-health.ts';

const at = (hour: number) => new Date(Date.UTC(2026, 0, 1, hour));
const well: EngineObservations = {
  drainedAt: undefined,
  isPresent: true,
  seenAt: at(5),
  presentSince: at(1),
  closing: undefined,
  pausedSince: undefined,
  probeFailedSince: undefined,
  ended: 20,
  failed: 0,
  firstFailedAt: at(3),
};

test('an engine whose tasks succeed is healthy since a worker first reported it', () => {
  assert.deepEqual(rateEngine(well), { state: 'healthy', since: at(1) });
});

test('a drained engine is drained, even when it is down or fails', () => {
  const signs = { ...well, drainedAt: at(4), isPresent: false, failed: 20 };
  assert.deepEqual(rateEngine(signs), { state: 'drained', since: at(4) });
});

test('an engine with a paused route is failing since the pause, whatever became of its tasks', () => {
  assert.deepEqual(rateEngine({ ...well, pausedSince: at(4) }), { state: 'failing', since: at(4) });
});

test('an engine whose probes fail is failing since the first of them, unless a route has been paused', () => {
  const signs = { ...well, probeFailedSince: at(4), ended: 9, failed: 2 };
  assert.deepEqual(rateEngine(signs), { state: 'failing', since: at(4) });
  assert.deepEqual(rateEngine({ ...signs, pausedSince: at(2) }).since, at(2));
});

test('an engine that no worker reports is down since it was last seen', () => {
  assert.deepEqual(rateEngine({ ...well, isPresent: false }), { state: 'down', since: at(5) });
  const neverSeen = { ...well, isPresent: false, seenAt: undefined };
  assert.deepEqual(rateEngine(neverSeen), { state: 'down', since: undefined });
});

test('an engine is failing after three failures that are half of its tasks', () => {
  assert.equal(rateEngine({ ...well, ended: 6, failed: 3 }).state, 'failing');
  assert.equal(rateEngine({ ...well, ended: 7, failed: 3 }).state, 'degraded');
  assert.equal(rateEngine({ ...well, ended: 2, failed: 2 }).state, 'degraded', 'two failures are too few');
});

test('an engine is degraded after two failures that are a fifth of its tasks', () => {
  assert.deepEqual(rateEngine({ ...well, ended: 10, failed: 2 }), { state: 'degraded', since: at(3) });
  assert.equal(rateEngine({ ...well, ended: 11, failed: 2 }).state, 'healthy');
  assert.equal(rateEngine({ ...well, ended: 1, failed: 1 }).state, 'healthy');
});

test('an engine that is closed has the reason as its state, and says until when', () => {
  const until = at(22);
  for (const why of ['outside_hours', 'over_budget'] as const)
    assert.deepEqual(rateEngine({ ...well, failed: 20, closing: { why, until } }), {
      state: why,
      since: undefined,
      until,
    });
  assert.equal(rateEngine({ ...well, closing: { why: 'rate_limited', until } }).state, 'healthy');
  assert.equal(
    rateEngine({ ...well, isPresent: false, closing: { why: 'over_budget', until } }).state,
    'down',
  );
});
