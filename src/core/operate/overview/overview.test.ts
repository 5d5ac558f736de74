import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freshDatabase } from '../../../../test/support/servers/database.ts';
import { endedClip, openCustomer, submitClip } from '../../../../test/support/setups/customers.ts';
import { refundTask } from '../../billing/ledger.ts';
import { openDatabase } from '../../../platform/db/open.ts';
import { readOverview } from './overview.ts';

const db = openDatabase({ connectionString: await freshDatabase() });
test.after(() => db.close());
// The ledger names every task, so those of earlier tests stay and are only moved out of sight.
test.beforeEach(() =>
  db.pool.query(
    `update tasks set finished_at = now() - interval '9 days'
     where finished_at is not null;
     delete from task_queue;
     delete from task_runs`,
  ),
);

const customer = await openCustomer(db);
const set = (task: string, assignments: string) =>
  db.pool.query(`update tasks set ${assignments} where public_id = $1`, [task]);

test('the success rate is that of the last hour, and only failures of engines count against it', async () => {
  await endedClip(db, customer);
  await endedClip(db, customer, { end: { phase: 'failed', code: 'timeout' } });
  await endedClip(db, customer, { end: { phase: 'failed', code: 'content_refused' } });
  await endedClip(db, customer, { end: { phase: 'cancelled', code: 'cancelled' } });
  const neverStarted = await endedClip(db, customer, { end: { phase: 'failed', code: 'timeout' } });
  await set(neverStarted, 'started_at = null');
  await set(await endedClip(db, customer), `finished_at = now() - interval '1 hour 1 s'`);
  const overview = await readOverview(db);
  assert.deepEqual([overview.ended, overview.succeeded], [2, 1]);
});

test('a refund counts on the day on which it is given, also for a task of an earlier day', async () => {
  const before = (await readOverview(db)).revenueMicros;
  const task = await endedClip(db, customer);
  assert.equal((await readOverview(db)).revenueMicros - before, 100n);
  await set(task, `finished_at = now() - interval '2 days'`);
  await db.transaction(tx => refundTask(tx, task, { amountMicros: 30n, reason: 'blurred' }));
  assert.equal((await readOverview(db)).revenueMicros - before, -30n);
  const other = await endedClip(db, customer);
  await set(other, `finished_at = now() - interval '2 days'`);
  await db.pool.query(
    `insert into ledger_entries (
       account_id, kind, from_book, to_book, amount_micros, task_id, reason, created_at
     )
     select account_id, 'refund', 'revenue', 'available', 50, id, 'a test', now() - interval '1 day'
     from tasks where public_id = $1`,
    [other],
  );
  assert.equal((await readOverview(db)).revenueMicros - before, -30n, 'a refund of an earlier day');
});

test('the wait of each tier is a median, and the time until a modal is answered does not count', async () => {
  for (const seconds of [1, 2, 60]) {
    const task = await endedClip(db, customer, { tier: 'turbo' });
    await set(task, `started_at = created_at + interval '${seconds} s'`);
  }
  const answeredTask = await endedClip(db, customer);
  await set(
    answeredTask,
    `ordered_at = created_at + interval '50 s', started_at = created_at + interval '55 s'`,
  );
  assert.deepEqual((await readOverview(db)).waits, [
    { tier: 'relax', seconds: undefined },
    { tier: 'fast', seconds: 5 },
    { tier: 'turbo', seconds: 2 },
  ]);
});

test('a leased task runs from the moment its engine is called, and is queued until then', async () => {
  await submitClip(db, customer);
  const leasedTasks = [await submitClip(db, customer), await submitClip(db, customer)];
  await db.pool.query('delete from task_queue where public_id = any($1)', [leasedTasks]);
  for (const [index, phase] of ['queued', 'starting'].entries())
    await db.pool.query(
      `insert into task_runs (
         task_id, public_id, account_id, model, tier_rank, turn, engine, phase, attempt, tries, lost_attempts,
         has_hook, start_key
       )
       select id, public_id, account_id, model, 2, 1, 'sketch', $2, 1, 0, 0, false,
         case when $2 <> 'queued' then 'key' end
       from tasks where public_id = $1`,
      [leasedTasks[index], phase],
    );
  await submitClip(db, customer, { waitSeconds: 60 });
  const overview = await readOverview(db);
  assert.deepEqual([overview.running, overview.queued], [1, 2]);
});
