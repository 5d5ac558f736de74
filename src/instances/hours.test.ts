import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isWithin } from './hours.ts';

const at = (time: string) => Date.parse(`2026-07-01T${time}Z`);

test('a span within a day begins at its beginning and ends before its end', () => {
  const day = { from: '09:00', to: '17:30', timeZone: 'UTC' };
  const answers = ['08:59:59', '09:00:00', '17:29:59', '17:30:00'].map(time => isWithin(day, at(time)));
  assert.deepEqual(answers, [false, true, true, false]);
});

test('a span over midnight, by the clock of its place', () => {
  const night = { from: '22:00', to: '06:00', timeZone: 'Europe/Berlin' };
  // Two hours ahead of UTC in summer.
  const answers = ['19:59:00', '20:00:00', '23:00:00', '03:59:00', '04:00:00'].map(time =>
    isWithin(night, at(time)),
  );
  assert.deepEqual(answers, [false, true, true, true, false]);
});

test('midnight is 00:00', () => {
  const first = { from: '00:00', to: '01:00', timeZone: 'UTC' };
  assert.deepEqual([isWithin(first, at('00:00:00')), isWithin(first, at('23:59:00'))], [true, false]);
});
