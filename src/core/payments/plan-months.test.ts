import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { monthsAfter, periodAt } from './plan-months.ts';

test('a month later is the same day, or the last one of a month that has no such day', () => {
  for (const [start, months, expected] of [
    ['2026-01-15T10:20:30.456Z', 1, '2026-02-15T10:20:30.456Z'],
    ['2026-01-31T23:59:59.000Z', 1, '2026-02-28T23:59:59.000Z'],
    ['2026-01-31T23:59:59.000Z', 2, '2026-03-31T23:59:59.000Z'],
    ['2027-12-30T00:00:00.000Z', 2, '2028-02-29T00:00:00.000Z'],
    ['2026-11-29T00:00:00.000Z', 14, '2028-01-29T00:00:00.000Z'],
    ['2026-03-31T01:00:00.000Z', 0, '2026-03-31T01:00:00.000Z'],
  ] as const)
    assert.equal(monthsAfter(new Date(start), months).toISOString(), expected);
});

test('each moment belongs to the one period that has begun and has not ended', () => {
  const moment = fc.date({
    min: new Date('2020-01-01T00:00:00Z'),
    max: new Date('2060-01-01T00:00:00Z'),
    noInvalidDate: true,
  });
  fc.assert(
    fc.property(moment, fc.nat(10 * 366 * 86_400), (anchor, seconds) => {
      const now = new Date(anchor.getTime() + seconds * 1000);
      const number = periodAt(anchor, now);
      assert.ok(monthsAfter(anchor, number - 1) <= now && now < monthsAfter(anchor, number));
    }),
  );
});
