import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findClosure, type EngineTerms } from './engine-terms.ts';

const free: EngineTerms = {
  hours: undefined,
  dayLeftMicros: undefined,
  monthLeftMicros: undefined,
  nextDay: new Date('2027-01-01T00:00:00Z'),
  nextMonth: new Date('2027-02-01T00:00:00Z'),
  startInSeconds: 0,
};
const now = Date.parse('2026-12-31T12:30:00Z');
const closing = (terms: Partial<EngineTerms>, cost = 0n) => {
  const closure = findClosure({ ...free, ...terms }, cost, now);
  return closure && `${closure.why} ${closure.until.toISOString()}`;
};

test('an engine without hours and limits takes every job', () => {
  assert.equal(closing({}, 1_000_000n), undefined);
});

test('outside its hours, an engine accepts no jobs until they start, whatever its budget', () => {
  const hours = { from: '22:00', to: '06:00', timeZone: 'UTC' };
  assert.equal(closing({ hours, dayLeftMicros: 0n }), 'outside_hours 2026-12-31T22:00:00.000Z');
  assert.equal(closing({ hours: { ...hours, from: '12:00' } }), undefined);
});

test('an engine whose budget does not cover a job is closed until the day or the month ends', () => {
  assert.equal(closing({ dayLeftMicros: 40n }, 40n), undefined);
  assert.equal(closing({ dayLeftMicros: 39n }, 40n), 'over_budget 2027-01-01T00:00:00.000Z');
  assert.equal(closing({ dayLeftMicros: 0n }), 'over_budget 2027-01-01T00:00:00.000Z');
  assert.equal(closing({ dayLeftMicros: 0n, monthLeftMicros: 0n }), 'over_budget 2027-02-01T00:00:00.000Z');
});

test('an engine at its limit of jobs per minute says when it accepts the next one', () => {
  assert.equal(closing({ startInSeconds: 20 }), 'rate_limited 2026-12-31T12:30:20.000Z');
});
