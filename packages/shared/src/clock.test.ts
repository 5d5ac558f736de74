import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { calendarNow, systemClock } from './clock.ts';

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
