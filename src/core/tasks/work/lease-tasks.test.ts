import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../../../../test/support/servers/app.ts';
import { freshDatabase } from '../../../../test/support/servers/database.ts';
import { openDatabase } from '../../../platform/db/open.ts';
import { newRowId } from '../../../platform/lib/id.ts';
import { adoptRuns } from './adopt-runs.ts';
import { leaseQueuedTasks } from './lease-tasks.ts';
import { openTaskStore } from './task-store.ts';

const db = openDatabase({ connectionString: await freshDatabase() });
test.after(() => db.close());
let engines = 0;

/** An engine that is known to the database, and the only one of a model. */
async function newEngine() {
  const engine = `engine-${++engines}`;
  await db.pool.query('insert into engines (name) values ($1)', [engine]);
  const lease = (also: { readonly maxRuns?: number } = {}) =>
    leaseQueuedTasks(db, {
      engine,
      owner: 'worker',
      limit: 2,
      leaseMs: 10_000,
      maxRuns: also.maxRuns,
      isStarting: true,
      generation: undefined,
      routes: [{ model: engine, timeoutSeconds: 60, fromTurns: [0n, 0n, 0n] }],
    });
  const submit = () =>
    db.pool.query(
      `insert into task_queue (task_id, public_id, account_id, model, tier_rank, turn)
       values ($1::uuid, $1::uuid::text, $1::uuid, $2, 2, 1)`,
      [newRowId(), engine],
    );
  const count = async (table: 'task_queue' | 'task_runs') => {
    const { rows } = await db.pool.query(`select count(*)::int as n from ${table} where model = $1`, [
      engine,
    ]);
    return (rows as [{ n: number }])[0].n;
  };
  return { engine, lease, submit, count };
}

/** The last transaction that locked or changed the row of the engine. */
async function lastLock(engine: string): Promise<string> {
  const { rows } = await db.pool.query('select xmin, xmax from engines where name = $1', [engine]);
  return JSON.stringify(rows);
}

test('a lease that finds no task writes nothing, so it does not wait for the disk', async () => {
  const { engine, lease, submit, count } = await newEngine();
  const before = await lastLock(engine);
  await lease();
  await lease({ maxRuns: 2 });
  assert.equal(await lastLock(engine), before);
  await submit();
  await lease();
  assert.notEqual(await lastLock(engine), before, 'the engine is locked against a drain');
  assert.deepEqual([await count('task_queue'), await count('task_runs')], [0, 1]);
});

test('a worker that waited for another one counts the runs that the other has leased', async () => {
  const { engine, lease, submit, count } = await newEngine();
  await Promise.all([submit(), submit()]);
  const other = await db.pool.connect();
  await other.query('begin');
  await other.query('select * from runs_under_lock($1)', [engine]);
  const leasing = lease({ maxRuns: 1 });
  await until(
    async () =>
      (await db.pool.query("select from pg_locks where locktype = 'advisory' and not granted")).rowCount,
    waiting => waiting === 1,
  );
  await other.query(
    `insert into task_runs (
       task_id, public_id, account_id, model, tier_rank, turn, engine, phase, attempt, tries, lost_attempts,
       has_hook
     )
     values ($1::uuid, $1::uuid::text, $1::uuid, $2, 2, 0, $2, 'queued', 1, 0, 0, false)`,
    [newRowId(), engine],
  );
  await other.query('commit');
  other.release();
  await leasing;
  assert.deepEqual([await count('task_queue'), await count('task_runs')], [2, 1]);
});

test('a drained engine is given no new task, and those that were started before', async () => {
  const { engine, lease, submit, count } = await newEngine();
  await submit();
  await db.pool.query("update engines set drained_at = now(), drained_by = 'test' where name = $1", [engine]);
  await lease();
  assert.equal(await count('task_runs'), 0);
  await db.pool.query('update task_queue set attempt = 1, started_at = now() where model = $1', [engine]);
  await lease();
  assert.equal(await count('task_runs'), 1);
});

/**
 * Work that grows with the square of the runs would take minutes, and the time of a statement is 30 seconds.
 */
test('ten thousand runs are adopted and renewed by a worker that starts again', async () => {
  const { engine } = await newEngine();
  const count = 10_000;
  const { rows: runs } = await db.pool.query<{ id: string }>(
    `insert into task_runs (
       task_id, public_id, account_id, model, tier_rank, turn, engine, phase, start_key, attempt, tries,
       lost_attempts, has_hook
     )
     select id, id::text, id, $1, 2, 0, $1, 'running', id::text, 1, 0, 0, false
     from (select gen_random_uuid() as id from generate_series(1, $2::int)) made
     returning task_id as id`,
    [engine, count],
  );
  await adoptRuns(db, { engine, owner: 'heir', limit: count, leaseMs: 1_000, except: [] });
  const leases = await openTaskStore(db).renew(
    'heir',
    runs.map(({ id }) => id),
    60_000,
  );
  assert.equal(leases.size, count);
  await db.pool.query('delete from task_runs where model = $1', [engine]);
});
