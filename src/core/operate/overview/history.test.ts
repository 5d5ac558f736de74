import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freshDatabase } from '../../../../test/support/servers/database.ts';
import {
  endedClip,
  openCustomer,
  submitClip,
  type TaskEnd,
} from '../../../../test/support/setups/customers.ts';
import { openDatabase } from '../../../platform/db/open.ts';
import { readHistory } from './history.ts';

const db = openDatabase({ connectionString: await freshDatabase() });
test.after(() => db.close());
// The ledger names every task, so those of earlier tests stay and are only moved out of sight.
test.beforeEach(() => db.pool.query(`update tasks set ${taskTimes(`now() - interval '9 days'`)}`));

const customer = await openCustomer(db);
const thisHour = `date_trunc('hour', now(), 'UTC')`;

/**
 * Assignments: it was submitted, started and ended at these times, given in SQL.
 * Earlier ones are those of the end.
 */
function taskTimes(
  endTime: string,
  { startTime = endTime, creationTime }: { startTime?: string; creationTime?: string } = {},
): string {
  const ifEnded = (time: string) => `case when finished_at is not null then ${time} end`;
  return `created_at = ${creationTime ?? startTime}, started_at = ${ifEnded(startTime)}, finished_at = ${ifEnded(endTime)}`;
}
async function taskAt(assignments: string, end?: TaskEnd): Promise<string> {
  const task = await endedClip(db, customer, end ? { end } : {});
  await db.pool.query(`update tasks set ${assignments} where public_id = $1`, [task]);
  return task;
}

test('the history has the current hour and the 23 before it, each with the tasks that ended in it', async () => {
  await taskAt(taskTimes(thisHour));
  await taskAt(taskTimes(`${thisHour} - interval '1 us'`), { phase: 'failed' });
  await taskAt(taskTimes(`${thisHour} - interval '23 hours'`), { phase: 'cancelled' });
  await taskAt(taskTimes(`${thisHour} - interval '23 hours' - interval '1 us'`));
  const { hours } = await readHistory(db);
  assert.equal(hours.length, 24);
  for (const [index, { at: start }] of hours.entries()) {
    assert.equal(start.getTime() % 3_600_000, 0);
    assert.equal(start.getTime() - (hours[0]?.at.getTime() ?? 0), index * 3_600_000);
  }
  const counts = hours.map(hour => `${hour.succeeded}${hour.failed}${hour.cancelled}`);
  assert.deepEqual([counts.at(-1), counts.at(-2), counts[0]], ['100', '010', '001']);
  assert.equal(counts.filter(count => count === '000').length, 21);
});

test('waits count in the hour in which a task started, as median and 95th percentile', async () => {
  for (const seconds of [2, 4, 14])
    await taskAt(
      taskTimes('now()', { startTime: thisHour, creationTime: `${thisHour} - interval '${seconds} s'` }),
    );
  const { hours } = await readHistory(db);
  assert.deepEqual([hours.at(-1)?.medianWait, hours.at(-1)?.longWait], [4, 13]);
  assert.deepEqual([hours.at(-2)?.medianWait, hours.at(-2)?.longWait], [null, null]);
});

test('the time until a modal is answered is no wait in the queue', async () => {
  const times = taskTimes('now()', { startTime: thisHour, creationTime: `${thisHour} - interval '10 min'` });
  await taskAt(`${times}, ordered_at = ${thisHour} - interval '3 s'`);
  assert.equal((await readHistory(db)).hours.at(-1)?.medianWait, 3);
});

test('a task that is in progress counts with its wait, and not as ended', async () => {
  const task = await submitClip(db, customer);
  await db.pool.query(`update tasks set created_at = ${thisHour} - interval '8 s' where public_id = $1`, [
    task,
  ]);
  await db.pool.query(
    `insert into task_runs (
       task_id, public_id, account_id, model, tier_rank, turn, engine, phase, attempt, tries, lost_attempts,
       has_hook, started_at, start_key
     )
     select id, public_id, account_id, model, 2, 1, 'sketch', 'running', 1, 0, 0, false, ${thisHour}, 'key'
     from tasks where public_id = $1`,
    [task],
  );
  const last = (await readHistory(db)).hours.at(-1);
  assert.deepEqual([last?.medianWait, last?.succeeded, last?.failed], [8, 0, 0]);
  await db.pool.query('delete from task_runs');
});

test('reasons of failures are the six most frequent, each with its newest task', async () => {
  const codes = [
    'timeout',
    'engine_error',
    'engine_busy',
    'engine_rejected',
    'internal',
    'input_expired',
  ] as const;
  for (const code of codes) await taskAt(taskTimes(`now() - interval '1 min'`), { phase: 'failed', code });
  const older = await taskAt(taskTimes(`now() - interval '2 min'`), {
    phase: 'failed',
    code: 'attempts_lost',
  });
  const newest = await taskAt(taskTimes('now()'), { phase: 'failed', code: 'attempts_lost' });
  await taskAt(taskTimes('now()'), { phase: 'cancelled', code: 'cancelled' });
  const { failures } = await readHistory(db);
  const [first] = failures;
  assert.equal(failures.length, 6);
  assert.deepEqual([first?.code, first?.tasks, first?.task], ['attempts_lost', 2, newest]);
  assert.ok(failures.every(({ task, code }) => task !== older && code !== 'cancelled'));
});

test('stored bytes are counted by what the files are, without those that were deleted', async () => {
  const [task, deletedTask] = [
    await taskAt(taskTimes('now()')),
    await taskAt(`${taskTimes('now()')}, files_deleted_at = now()`),
  ];
  const kinds = ['cell', 'picture', 'clip', 'thumbnail', 'sheet', 'preview'];
  for (const [index, kind] of kinds.entries())
    for (const [id, suffix] of [
      [task, ''],
      [deletedTask, '-gone'],
    ] as const)
      await db.pool.query(
        `insert into outputs (
           key, task_id, kind, storage_key, content_type, size_bytes, width, height, sha256
         )
         select $1, id, $2, $1, 'image/png', $3, 1, 1, '' from tasks
         where public_id = $4`,
        [`${kind}${suffix}`, kind, 10 ** index, id],
      );
  for (const deleted of ['null', 'now()'])
    await db.pool.query(
      `insert into uploads (
         key, account_id, storage_key, content_type, size_bytes, width, height, sha256, expires_at,
         files_deleted_at
       )
       values ($1, $2, $1, 'image/png', 7, 1, 1, '', now(), ${deleted})`,
      [`upload ${deleted}`, customer.accountId],
    );
  assert.deepEqual((await readHistory(db)).stored, { pictures: 11, clips: 100, small: 111_000, uploads: 7 });
});
