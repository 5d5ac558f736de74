import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { calendarNow, forgetCalendar, setCalendar, systemClock } from './clock.ts';

test('the system clock counts whole milliseconds since 1970', () => {
  const now = systemClock.now();
  assert.ok(Number.isInteger(now));
  assert.ok(Math.abs(now - calendarNow()) < 60_000);
});

test('changing the time of the machine affects dates and not timeouts', t => {
  const before = systemClock.now();
  const hours = 3_600_000;
  const set = mock.method(Date, 'now', () => before - 2 * hours);
  t.after(() => set.mock.restore());
  assert.equal(calendarNow(), before - 2 * hours);
  assert.ok(systemClock.now() >= before);
});

test('a calendar that follows another clock ignores the clock of the machine, and slow answers that allow it', t => {
  t.after(forgetCalendar);
  const hour = 3_600_000;
  const requestedMs = systemClock.now();
  const reading = { requestedMs, toldMs: requestedMs + 5 * hour, answeredMs: requestedMs + 10 };
  assert.ok(Math.abs(setCalendar(reading) + 5 * hour) < 1_000, 'the machine is five hours behind');
  const isFollowed = () => Math.abs(calendarNow() - systemClock.now() - 5 * hour) <= 11;
  assert.ok(isFollowed());
  const set = mock.method(Date, 'now', () => requestedMs - 24 * hour);
  t.after(() => set.mock.restore());
  assert.ok(isFollowed());
  // An answer after a minute is consistent with the calendar.
  const slow = { requestedMs, toldMs: requestedMs + 5 * hour + 59_000, answeredMs: requestedMs + 60_000 };
  assert.ok(setCalendar(slow) < -20 * hour);
  assert.ok(isFollowed());
  // The other clock was put back.
  setCalendar({ requestedMs, toldMs: requestedMs + 2 * hour, answeredMs: requestedMs });
  assert.ok(Math.abs(calendarNow() - systemClock.now() - 2 * hour) <= 1);
});

test('a calendar that both clocks agree on stays that of the machine', t => {
  t.after(forgetCalendar);
  const requestedMs = systemClock.now();
  const toldMs = calendarNow();
  assert.equal(
    setCalendar({ requestedMs: requestedMs - 60_000, toldMs, answeredMs: requestedMs + 60_000 }),
    0,
  );
  assert.ok(Math.abs(calendarNow() - systemClock.now() - (toldMs - requestedMs)) <= 2);
});
