import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayIn, isTimeZone } from './calendar.ts';

const day = (zone: string, time: string) => dayIn(zone, Date.parse(time));

test('a day begins at midnight of its zone, also when its clocks change', () => {
  assert.equal(day('UTC', '2026-11-21T23:59:59.999Z'), '2026-11-21');
  assert.equal(day('Asia/Shanghai', '2026-11-21T16:00:00Z'), '2026-11-22');
  // 29 March 2026 has 23 hours in Berlin, and 25 October has 25.
  assert.equal(day('Europe/Berlin', '2026-03-28T22:59:59Z'), '2026-03-28');
  assert.equal(day('Europe/Berlin', '2026-03-28T23:00:00Z'), '2026-03-29');
  assert.equal(day('Europe/Berlin', '2026-03-29T22:00:00Z'), '2026-03-30');
  assert.equal(day('Europe/Berlin', '2026-10-24T22:00:00Z'), '2026-10-25');
  assert.equal(day('Europe/Berlin', '2026-10-25T22:59:59Z'), '2026-10-25');
  assert.equal(day('Europe/Berlin', '2026-10-25T23:00:00Z'), '2026-10-26');
});

test('a time zone is an IANA name, and no offset', () => {
  for (const name of ['UTC', 'Europe/Berlin', 'america/new_york', 'Etc/GMT+5', 'Asia/Kolkata'])
    assert.ok(isTimeZone(name), name);
  for (const name of ['', '+02:00', '-05', '02:00', 'Europe/Nowhere', 'Berlin', 'Europe/Berlin; x'])
    assert.equal(isTimeZone(name), false, name);
});
