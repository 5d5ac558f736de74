import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freshDatabase } from '../../../../test/support/servers/database.ts';
import { openDatabase } from '../../../platform/db/open.ts';
import { newRowId } from '../../../platform/lib/id.ts';
import type { EngineLimits } from '../../../engines/contract/engine-limits.ts';
import { type AdmissionRequest, openAdmissions } from './admission.ts';

const db = openDatabase({ connectionString: await freshDatabase() });
test.after(() => db.close());

const noLimits: EngineLimits = {
  startsPerMinute: undefined,
  dayBudgetMicros: undefined,
  monthBudgetMicros: undefined,
};
let engines = 0;

async function newRuns(count: number, limits: Partial<EngineLimits> = {}): Promise<AdmissionRequest[]> {
  const engine = `engine-${++engines}`;
  await db.pool.query('insert into engines (name) values ($1)', [engine]);
  const owner = newRowId();
  const ids = Array.from({ length: count }, newRowId);
  await db.pool.query(
    `insert into task_runs (
       task_id, public_id, account_id, model, tier_rank, turn, engine, phase, lease_owner, lease_until,
       attempt, tries, lost_attempts, started_at, deadline_at, has_hook, start_key
     )
     select id, id::text, id, $1, 2, 1, $1, 'starting', $2, now() + interval '1 hour', 1, 0, 0, now(),
       now() + interval '1 hour', false, id::text
     from unnest($3::uuid[]) as id`,
    [engine, owner, ids],
  );
  return ids.map(taskId => ({
    lease: { taskId, owner, attempt: 1 },
    engine,
    limits: { ...noLimits, ...limits },
    costMicros: 10n,
    canCancel: false,
  }));
}

async function readSpending(engine = ''): Promise<bigint | undefined> {
  const { rows } = await db.pool.query('select micros from engine_spending where engine = $1', [engine]);
  return rows[0]?.micros;
}

/** Counts its transactions. */
function openCountedAdmissions() {
  let transactions = 0;
  const transaction: typeof db.transaction = (work, options) => {
    transactions++;
    return db.transaction(work, options);
  };
  return { admissions: openAdmissions({ ...db, transaction }), count: () => transactions };
}

test('tasks that ask together are admitted together, and what they cost is set aside once each', async () => {
  const requests = await newRuns(200);
  const { admissions, count } = openCountedAdmissions();
  const answers = await Promise.all(requests.map(admissions.admit));
  assert.deepEqual(new Set(answers), new Set(['admitted']));
  assert.equal(count(), 1);
  assert.deepEqual(new Set(await Promise.all(requests.map(admissions.admit))), new Set(['admitted']));
  assert.equal(await readSpending(requests[0]?.engine), 2_000n);
  await Promise.all(requests.slice(0, 50).map(({ lease }) => admissions.release(lease)));
  assert.equal(await readSpending(requests[0]?.engine), 1_500n);
});

test('a budget is never exceeded by tasks that ask together', async () => {
  const requests = await newRuns(8, { dayBudgetMicros: 35n });
  const { admissions } = openCountedAdmissions();
  const answers = await Promise.all(requests.map(admissions.admit));
  assert.equal(answers.filter(answer => answer === 'admitted').length, 3);
  assert.equal(answers.filter(answer => answer === 'over_budget').length, 5);
  assert.equal(await readSpending(requests[0]?.engine), 30n);
});

test('as many starts a minute are admitted as the engine allows, however many tasks ask', async () => {
  const requests = await newRuns(8, { startsPerMinute: 3 });
  const { admissions } = openCountedAdmissions();
  const answers = await Promise.all(requests.map(admissions.admit));
  assert.deepEqual(answers.slice(0, 4), ['admitted', 'admitted', 'admitted', { waitMs: 20_000 }]);
  assert.equal(answers.filter(answer => answer === 'admitted').length, 3);
});

test('cancelled tasks and lost leases are told apart from the others of their batch', async () => {
  const [first, cancelledRequest, lostRequest] = (await newRuns(3)) as [
    AdmissionRequest,
    AdmissionRequest,
    AdmissionRequest,
  ];
  await db.pool.query('update task_runs set cancel_requested = true where task_id = $1', [
    cancelledRequest.lease.taskId,
  ]);
  const { admissions } = openCountedAdmissions();
  const answers = await Promise.all([
    admissions.admit(first),
    admissions.admit(cancelledRequest),
    admissions.admit({ ...lostRequest, lease: { ...lostRequest.lease, attempt: 7 } }),
  ]);
  assert.deepEqual(answers, ['admitted', 'cancelled', 'lease_lost']);
});
