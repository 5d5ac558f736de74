/**
 * Caps, budgets, usage and revenue around midnight in another time zone than UTC, on a day of 23 hours and at
 * the end of a month. The clock of the database is set, because it decides.
 */
import assert from 'node:assert/strict';
import { before, beforeEach, test } from 'node:test';
import { findTokenByIdOrPrefix } from '../../../src/core/accounts/tokens.ts';
import { reconcile } from '../../../src/core/billing/reconcile.ts';
import { readUsage } from '../../../src/core/billing/usage.ts';
import { readMargin } from '../../../src/core/operate/margin.ts';
import { readCurrentEngines } from '../../../src/core/operate/engines/engine-states.ts';
import { readOverview } from '../../../src/core/operate/overview/overview.ts';
import { openAdmissions } from '../../../src/core/tasks/routing/admission.ts';
import { openTaskStore } from '../../../src/core/tasks/work/task-store.ts';
import { useTimeZone } from '../../../src/platform/db/calendar.ts';
import { databaseWithClock } from '../../support/setups/database-clock.ts';
import { endedClip, endTask, openCustomer, submitClip } from '../../support/setups/customers.ts';

const { db, setTime } = await databaseWithClock();

/** In Berlin, 29 March 2026 begins here and has 23 hours. */
const lastSecond = '2026-03-28T22:59:59Z';
const midnight = '2026-03-28T23:00:00Z';
const nextMidnight = '2026-03-29T22:00:00Z';
/** March ends there in summer time. */
const lastSecondOfMarch = '2026-03-31T21:59:59Z';
const april = '2026-03-31T22:00:00Z';

before(() => useTimeZone(db, 'Europe/Berlin'));
beforeEach(() => setTime(lastSecond));

const capReached = (retryAfter: number) => (error: { code: string; details: { retryAfter: number } }) => {
  assert.deepEqual([error.code, error.details.retryAfter], ['token_cap_reached', retryAfter]);
  return true;
};

test('a daily cap is free again at midnight of the zone, and the refusal says when', async () => {
  const customer = await openCustomer(db, { capDayMicros: 100n });
  const late = await submitClip(db, customer);
  await assert.rejects(submitClip(db, customer), capReached(1));
  await setTime(midnight);
  await submitClip(db, customer);
  await assert.rejects(submitClip(db, customer), capReached(23 * 3600));
  assert.equal((await findTokenByIdOrPrefix(db, customer.tokenId))?.todayMicros, 100n);
  const { rows } = await db.pool.query(
    'select held_on::text as day from tasks where token_id = $1 order by id',
    [customer.tokenId],
  );
  assert.deepEqual(rows, [{ day: '2026-03-28' }, { day: '2026-03-29' }]);
  // What was held yesterday gives nothing back to today.
  await endTask(db, late, { phase: 'failed' });
  await assert.rejects(submitClip(db, customer), capReached(23 * 3600));
  assert.deepEqual(await reconcile(db), []);
});

test('a monthly cap and that of an end user are free again when the month begins in the zone', async () => {
  await setTime(lastSecondOfMarch);
  const customer = await openCustomer(db, { capMonthMicros: 100n });
  const each = await openCustomer(db, { capEndUserMicros: 100n });
  const endUser = 'ann';
  await submitClip(db, customer);
  await submitClip(db, each, { endUser });
  await assert.rejects(submitClip(db, customer), capReached(1));
  await assert.rejects(submitClip(db, each, { endUser }), { code: 'end_user_cap_reached' });
  await setTime(april);
  await submitClip(db, customer);
  await submitClip(db, each, { endUser });
  await assert.rejects(submitClip(db, customer), capReached(30 * 24 * 3600));
});

test('a budget of an engine is that of the day of the zone, and its state says until when', async () => {
  await db.pool.query(
    `insert into engines (name, kind, source, day_budget_micros) values ('berlin', 'test', 'operator', 100)`,
  );
  const limits = { dayBudgetMicros: 100n, monthBudgetMicros: undefined, startsPerMinute: undefined };
  const ask = async () =>
    openAdmissions(db).admit({
      lease: await leasedClip(),
      engine: 'berlin',
      limits,
      costMicros: 100n,
      canCancel: true,
    });
  assert.equal(await ask(), 'admitted');
  assert.equal(await ask(), 'over_budget');
  const terms = async () => {
    const engines = await readCurrentEngines(db, { routesByEngine: new Map(), all: [] });
    return engines.find(({ name }) => name === 'berlin')?.terms;
  };
  assert.equal((await terms())?.dayLeftMicros, 0n);
  assert.equal((await terms())?.nextDay.toISOString(), '2026-03-28T23:00:00.000Z');
  assert.equal((await terms())?.nextMonth.toISOString(), '2026-03-31T22:00:00.000Z');
  await setTime(midnight);
  assert.equal(await ask(), 'admitted');
  assert.equal((await terms())?.nextDay.toISOString(), '2026-03-29T22:00:00.000Z');
});

const customerOfEngine = await openCustomer(db);
async function leasedClip() {
  const publicId = await submitClip(db, customerOfEngine);
  const { rows } = await db.pool.query('select id, model from tasks where public_id = $1', [publicId]);
  const [leasedTask] = await openTaskStore(db).lease({
    engine: 'berlin',
    owner: 'worker',
    limit: 1,
    leaseMs: 60_000,
    maxRuns: undefined,
    generation: undefined,
    isStarting: false,
    tasks: [{ taskId: rows[0].id, routing: undefined }],
    routes: [{ model: rows[0].model, timeoutSeconds: 60, fromTurns: [0n, 0n, 0n] }],
  });
  assert.ok(leasedTask);
  return leasedTask.lease;
}

test('usage, margin and the revenue of today have the days of the zone', async () => {
  const customer = await openCustomer(db);
  const { accountId } = customer;
  for (const time of [lastSecond, midnight, '2026-03-29T21:59:59Z', nextMidnight]) {
    const task = await endedClip(db, customer, { end: { phase: 'succeeded', engine: 'days' } });
    await db.pool.query('update tasks set created_at = $2, finished_at = $2 where public_id = $1', [
      task,
      time,
    ]);
  }
  const ever = { from: new Date(0), to: new Date('2999-01-01T00:00:00Z') };
  const days = [
    ['2026-03-28', 1],
    ['2026-03-29', 2],
    ['2026-03-30', 1],
  ];
  const usage = await readUsage(db, { accountId, ...ever, by: ['day'] });
  assert.deepEqual(
    usage.map(({ keys, requests }) => [...keys, requests]),
    days,
  );
  const margin = await readMargin(db, { ...ever, by: ['day', 'engine'] });
  const ofEngine = margin.filter(({ keys }) => keys[1] === 'days');
  assert.deepEqual(
    ofEngine.map(({ keys, tasks }) => [keys[0], tasks]),
    days,
  );
  await setTime('2026-03-29T21:59:59Z');
  await db.pool.query(
    `update tasks set finished_at = '2020-01-01' where account_id <> $1 and finished_at is not null`,
    [accountId],
  );
  assert.equal((await readOverview(db)).revenueMicros, 300n, 'since the day began: 2, and 1 that ends later');
});

test('a zone that is further west lets the later day go on, so that no cap is exceeded', async () => {
  await useTimeZone(db, 'Pacific/Kiritimati');
  const customer = await openCustomer(db, { capDayMicros: 100n });
  await submitClip(db, customer);
  await useTimeZone(db, 'Pacific/Pago_Pago');
  await assert.rejects(submitClip(db, customer), { code: 'token_cap_reached' });
  assert.equal((await findTokenByIdOrPrefix(db, customer.tokenId))?.todayMicros, 100n);
  assert.deepEqual(await reconcile(db), []);
  await useTimeZone(db, 'Europe/Berlin');
});
