import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { dayIn } from '@kinora/shared/calendar';
import { freshDatabase } from '../../../test/support/servers/database.ts';
import { inDepth, runSeed } from '../../../test/support/depth.ts';
import { dayBegins, readTimeZone, useTimeZone } from './calendar.ts';
import { openDatabase } from './open.ts';

const db = openDatabase({ connectionString: await freshDatabase() });
test.after(() => db.close());

const begins = async (zone: string, day: string) => {
  await useTimeZone(db, zone);
  return (await dayBegins(db, day)).toISOString();
};

test('days are in UTC until another zone is set, and a server says which one it was', async () => {
  assert.equal(await readTimeZone(db), 'UTC');
  assert.equal(await useTimeZone(db, 'UTC'), undefined);
  assert.equal(await useTimeZone(db, 'europe/berlin'), 'UTC');
  assert.equal(await readTimeZone(db), 'Europe/Berlin');
  assert.equal(await useTimeZone(db, 'Europe/Berlin'), undefined);
});

test('a zone that the database does not know is no setting', async () => {
  await assert.rejects(
    useTimeZone(db, 'Mars/Olympus'),
    /KINORA_TIME_ZONE is "Mars\/Olympus", which PostgreSQL/,
  );
});

test('days have 23 and 25 hours when clocks change, and begin at their first moment', async () => {
  assert.equal(await begins('Europe/Berlin', '2026-03-29'), '2026-03-28T23:00:00.000Z');
  assert.equal(await begins('Europe/Berlin', '2026-03-30'), '2026-03-29T22:00:00.000Z');
  assert.equal(await begins('Europe/Berlin', '2026-10-25'), '2026-10-24T22:00:00.000Z');
  assert.equal(await begins('Europe/Berlin', '2026-10-26'), '2026-10-25T23:00:00.000Z');
  // Midnight is skipped in Santiago, and comes twice in Havana.
  assert.equal(await begins('America/Santiago', '2024-09-08'), '2024-09-08T04:00:00.000Z');
  assert.equal(await begins('America/Havana', '2024-11-03'), '2024-11-03T04:00:00.000Z');
  assert.equal(await begins('America/Havana', '2024-11-04'), '2024-11-04T05:00:00.000Z');
});

test('the session of the database may be in any zone', async () => {
  await useTimeZone(db, 'America/Havana');
  const dayStart = await db.transaction(async tx => {
    await tx.query({ name: undefined, text: `set local time zone 'America/Havana'` });
    return dayBegins(tx, '2024-11-03');
  });
  assert.equal(dayStart.toISOString(), '2024-11-03T04:00:00.000Z');
});

const zones = [
  'UTC',
  'Europe/Berlin',
  'Europe/London',
  'America/New_York',
  'America/Havana',
  'America/Santiago',
  'Asia/Beirut',
  'Asia/Kolkata',
  'Asia/Shanghai',
  'Australia/Lord_Howe',
  'Pacific/Auckland',
  'Pacific/Chatham',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
];

test('the database and the Console have the same days', async () => {
  const dayMs = 86_400_000;
  const days = fc
    .integer({ min: Date.UTC(2015, 0) / dayMs, max: Date.UTC(2025, 0) / dayMs })
    .map(count => new Date(count * dayMs).toISOString().slice(0, 10));
  const property = fc.asyncProperty(fc.constantFrom(...zones), days, async (zone, day) => {
    const ms = Date.parse(await begins(zone, day));
    assert.equal(dayIn(zone, ms), day);
    assert.ok(dayIn(zone, ms - 1) < day, `${zone} ${day}`);
  });
  await fc.assert(property, { seed: runSeed, numRuns: inDepth({ quick: 60, full: 2000 }) });
});
