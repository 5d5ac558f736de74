import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { calendarNow, systemClock } from './clock.ts';

test('the clock of the process counts whole milliseconds since 1970', () => {
  const now = systemClock.now();
  assert.ok(Number.isInteger(now));
  assert.ok(Math.abs(now - calendarNow()) < 60_000);
});

test('setting the clock of the machine moves dates, and nothing that is waited for', t => {
  const before = systemClock.now();
  const hours = 3_600_000;
  const set = mock.method(Date, 'now', () => before - 2 * hours);
  t.after(() => set.mock.restore());
  assert.equal(calendarNow(), before - 2 * hours);
  assert.ok(systemClock.now() >= before);
});
