import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freshDatabase } from '../../../../test/support/servers/database.ts';
import { endedClip, openCustomer, submitClip } from '../../../../test/support/setups/customers.ts';
import { openDatabase } from '../../../platform/db/open.ts';
import type { ErrorCode } from '@kinora/shared/errors/errors';
import { newRowId } from '../../../platform/lib/id.ts';
import { endPauses } from '../../catalogue/routes/change-routes.ts';
import { drainEngine, lockDrain, resumeEngine } from './drain-engine.ts';
import { readCurrentEngines, readEngines, readPresentEngines } from './engine-states.ts';

const db = openDatabase({ connectionString: await freshDatabase() });
test.after(() => db.close());

const customer = await openCustomer(db);
let engines = 0;
const newName = () => `engine-${++engines}`;
/** A catalogue without routes: only what is in the database makes an engine appear. */
const catalogue = { routesByEngine: new Map(), all: [] };
const readState = async (engine: string) =>
  (await readCurrentEngines(db, catalogue)).find(({ name }) => name === engine);

/** An instance, and a worker that reported it so many seconds ago. */
async function present(engine: string, { secondsAgo = 0, slots = 1, local = false } = {}): Promise<void> {
  await db.pool.query(
    `insert into engines (name, kind, source, seen_at)
     values ($1, 'test', 'operator', now())
     on conflict do nothing`,
    [engine],
  );
  await db.pool.query(
    `insert into engine_workers (engine, worker, slots, local, seen_at)
     values ($1, $2, $3, $4, now() - $5 * interval '1 s')`,
    [engine, newRowId(), slots, local, secondsAgo],
  );
}
const change = (engine: string, assignments: string) =>
  db.pool.query(`update engines set ${assignments} where name = $1`, [engine]);
const endTaskOn = (engine: string, code?: ErrorCode) =>
  endedClip(db, customer, { end: code ? { phase: 'failed', code, engine } : { phase: 'succeeded', engine } });

test('an engine is down when no worker has reported it for 30 seconds', async () => {
  const engine = newName();
  await present(engine, { secondsAgo: 31 });
  const { state, isPresent, slots } = (await readState(engine)) ?? {};
  assert.deepEqual([state, isPresent, slots], ['down', false, undefined]);
  await present(engine, { secondsAgo: 20 });
  assert.equal((await readState(engine))?.state, 'healthy');
});

test('slots of local engines add up over their workers, and those of remote engines are shared', async () => {
  const [local, remote] = [newName(), newName()];
  for (const slots of [2, 3]) {
    await present(local, { slots, local: true });
    await present(remote, { slots });
  }
  await present(local, { slots: 9, local: true, secondsAgo: 60 });
  assert.deepEqual([(await readState(local))?.slots, (await readState(remote))?.slots], [5, 3]);
});

test('a removed engine is listed only while it has tasks', async () => {
  const engine = newName();
  await present(engine);
  await drainEngine(db, engine, { by: 'ann', reason: undefined });
  await change(engine, 'removed_at = now()');
  assert.equal(await readState(engine), undefined);
  const task = await submitClip(db, customer);
  await db.pool.query(
    `insert into task_runs (
       task_id, public_id, account_id, model, tier_rank, turn, engine, phase, attempt, tries, lost_attempts,
       has_hook, start_key
     )
     select id, public_id, account_id, model, 2, 1, $2, 'running', 1, 0, 0, false, 'key'
     from tasks where public_id = $1`,
    [task, engine],
  );
  assert.equal((await readState(engine))?.busy, 1);
  await db.pool.query('delete from task_runs; delete from task_queue');
});

test('an engine that only a route names is listed, and is down', async () => {
  const engine = newName();
  const routes = { routesByEngine: new Map([[engine, []]]), all: [] };
  const names = (await readCurrentEngines(db, routes)).map(({ name, state }) => `${name} ${state}`);
  assert.ok(names.includes(`${engine} down`));
});

test('its last twenty tasks decide whether an engine fails, and rejected content does not count', async () => {
  const engine = newName();
  await present(engine);
  for (let count = 0; count < 3; count++) await endTaskOn(engine, 'engine_error');
  assert.deepEqual([(await readState(engine))?.state, (await readState(engine))?.failed], ['failing', 3]);
  assert.equal(
    (await readPresentEngines(db, catalogue)).find(({ name }) => name === engine)?.state,
    'healthy',
    'the quick reading knows no failures',
  );
  for (let count = 0; count < 3; count++) await endTaskOn(engine, 'content_refused');
  assert.equal((await readState(engine))?.ended, 3);
  for (let count = 0; count < 20; count++) await endTaskOn(engine);
  const { state, ended: endedCount, failed } = (await readState(engine)) ?? {};
  assert.deepEqual([state, endedCount, failed], ['healthy', 20, 0]);
});

test('failures of more than an hour ago are forgotten', async () => {
  const engine = newName();
  await present(engine);
  for (let count = 0; count < 3; count++) await endTaskOn(engine, 'timeout');
  await db.pool.query(`update tasks set finished_at = now() - interval '1 hour 1 s' where engine = $1`, [
    engine,
  ]);
  assert.deepEqual([(await readState(engine))?.state, (await readState(engine))?.ended], ['healthy', 0]);
});

test('what is left of a budget is that of today and of this month, whatever was spent before', async () => {
  const engine = newName();
  await present(engine);
  await change(engine, 'day_budget_micros = 100, month_budget_micros = 1000');
  const spend = (day: string, micros: number) =>
    db.pool.query(
      `insert into engine_spending (engine, day, micros) values ($1, ${day}, $2)
       on conflict (engine, day) do update set micros = engine_spending.micros + excluded.micros`,
      [engine, micros],
    );
  const [today, month] = [
    `(now() at time zone 'utc')::date`,
    `date_trunc('month', now() at time zone 'utc')::date`,
  ];
  await spend(`${month} - 1`, 5000);
  await spend(today, 30);
  const terms = async () => (await readState(engine))?.terms;
  assert.deepEqual([(await terms())?.dayLeftMicros, (await terms())?.monthLeftMicros], [70n, 970n]);
  assert.equal((await readState(engine))?.state, 'healthy');
  await spend(today, 70);
  const { state, until } = (await readState(engine)) ?? {};
  assert.equal(state, 'over_budget');
  assert.equal((until?.getTime() ?? 1) % 86_400_000, 0, 'until midnight in UTC');
});

test('the last 24 hours have counts for each hour, the median of successes and the newest failure', async () => {
  const engine = newName();
  await present(engine);
  for (const seconds of [2, 4, 60])
    await db.pool.query(
      `update tasks set started_at = finished_at - $2 * interval '1 s' where public_id = $1`,
      [await endTaskOn(engine), seconds],
    );
  const older = await endTaskOn(engine, 'timeout');
  await db.pool.query(
    `update tasks
     set started_at = null, finished_at = date_trunc('hour', now(), 'UTC') - interval '5 hours',
       created_at = now() - interval '9 hours'
     where public_id = $1`,
    [older],
  );
  await db.pool.query('update tasks set started_at = created_at where public_id = $1', [older]);
  const newest = await endTaskOn(engine, 'engine_busy');
  const engineState = (await readEngines(db, catalogue)).find(({ name }) => name === engine);
  assert.equal(engineState?.hours.length, 24);
  assert.deepEqual(
    [engineState.hours.at(-6)?.failed, engineState.hours[0]?.failed, engineState.medianSeconds],
    [1, 0, 4],
  );
  assert.deepEqual([engineState.lastError?.code, engineState.lastError?.task], ['engine_busy', newest]);
});

test('draining again keeps the time and replaces operator and reason, and resuming clears all', async () => {
  const engine = newName();
  await present(engine);
  await drainEngine(db, engine, { by: 'ann', reason: 'a look' });
  await change(engine, `drained_at = '2026-01-01T00:00:00Z', since = '2026-01-01T00:00:00Z'`);
  await drainEngine(db, engine, { by: 'bob', reason: undefined });
  const drainedState = await readState(engine);
  assert.deepEqual(
    [drainedState?.state, drainedState?.since, drainedState?.drainedBy, drainedState?.drainedReason],
    ['drained', new Date('2026-01-01T00:00:00Z'), 'bob', undefined],
  );
  assert.deepEqual(await lockDrain(db, engine), { by: 'bob', reason: undefined });
  await resumeEngine(db, engine);
  const resumedState = await readState(engine);
  assert.equal(resumedState?.state, 'healthy');
  assert.ok((resumedState.since?.getTime() ?? 0) > Date.parse('2026-01-02'));
  assert.equal(await lockDrain(db, engine), undefined);
});

test('resuming an engine that is not drained changes nothing', async () => {
  const engine = newName();
  await present(engine);
  await change(engine, `since = '2026-01-01T00:00:00Z'`);
  await resumeEngine(db, engine);
  assert.deepEqual((await readState(engine))?.since, new Date('2026-01-01T00:00:00Z'));
});

test('after a pause that no task has ended, an engine is healthy since the pause counts as over', async () => {
  const engine = newName();
  await present(engine);
  await change(engine, `since = '2026-01-01T00:00:00Z'`);
  await db.pool.query(
    `insert into breakers (model, engine, opened_at, open_until, reason)
     values ('fox', $1, '2026-01-02T00:00:00Z', now() + interval '1 hour', 'no answer')`,
    [engine],
  );
  const paused = await readState(engine);
  assert.deepEqual([paused?.state, paused?.since], ['failing', new Date('2026-01-02T00:00:00Z')]);
  await db.pool.query(`update breakers set open_until = '2026-01-02T01:00:00Z' where engine = $1`, [engine]);
  const { state, since } = (await readState(engine)) ?? {};
  assert.deepEqual([state, since], ['healthy', new Date('2026-01-02T01:00:10Z')]);
  await endPauses(db, { engine });
  assert.deepEqual((await readState(engine))?.since, new Date('2026-01-02T01:00:10Z'));
});

test('how long an engine is healthy is not known if a task has failed on it since', async () => {
  const engine = newName();
  await present(engine);
  await change(engine, `since = '2026-01-01T00:00:00Z'`);
  const readSince = async () => (await readEngines(db, catalogue)).find(({ name }) => name === engine)?.since;
  assert.deepEqual(await readSince(), new Date('2026-01-01T00:00:00Z'));
  await endTaskOn(engine, 'engine_error');
  assert.equal((await readState(engine))?.state, 'healthy');
  assert.equal(await readSince(), undefined);
});
