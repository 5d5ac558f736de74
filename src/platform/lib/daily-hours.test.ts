import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isWithin, nextOpening } from './daily-hours.ts';

const at = (time: string) => Date.parse(`2026-07-01T${time}Z`);

test('hours within a day include their start and exclude their end', () => {
  const day = { from: '09:00', to: '17:30', timeZone: 'UTC' };
  const answers = ['08:59:59', '09:00:00', '17:29:59', '17:30:00'].map(time => isWithin(day, at(time)));
  assert.deepEqual(answers, [false, true, true, false]);
});

test('hours across midnight follow the local time zone', () => {
  const night = { from: '22:00', to: '06:00', timeZone: 'Europe/Berlin' };
  // Berlin is two hours ahead of UTC in summer.
  const answers = ['19:59:00', '20:00:00', '23:00:00', '03:59:00', '04:00:00'].map(time =>
    isWithin(night, at(time)),
  );
  assert.deepEqual(answers, [false, true, true, true, false]);
});

test('midnight is 00:00', () => {
  const first = { from: '00:00', to: '01:00', timeZone: 'UTC' };
  assert.deepEqual([isWithin(first, at('00:00:00')), isWithin(first, at('23:59:00'))], [true, false]);
});

test('the next opening is today or tomorrow in local time, even when the clocks change', () => {
  const night = { from: '22:00', to: '06:00', timeZone: 'Europe/Berlin' };
  assert.equal(nextOpening(night, at('23:00:00')), undefined, 'it is open');
  assert.equal(nextOpening(night, at('04:00:01'))?.toISOString(), '2026-07-01T20:00:00.000Z');
  const morning = { from: '09:00', to: '10:00', timeZone: 'UTC' };
  assert.equal(nextOpening(morning, at('10:00:00'))?.toISOString(), '2026-07-02T09:00:00.000Z');
  // Central European Time begins on 25 October 2026: the day has 25 hours.
  const early = { from: '08:00', to: '09:00', timeZone: 'Europe/Berlin' };
  const before = Date.parse('2026-10-24T07:00:00Z');
  assert.equal(nextOpening(early, before)?.toISOString(), '2026-10-25T07:00:00.000Z');
});
