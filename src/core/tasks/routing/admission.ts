/**
 * Asks, before an engine is called, whether it may begin a job: within its requests per minute and its
 * budgets. What the job will cost is set aside in the transaction that asks, so that any number of workers
 * together never exceed a budget. All tasks of an engine that ask meanwhile share the next transaction,
 * because only one at a time can have the lock on the budgets.
 */
import type { EngineLimits } from '../../../engines/contract/engine-limits.ts';
import { systemClock } from '@kinora/shared/clock';
import { serializeItems } from '../../../platform/db/batch.ts';
import { thisMonth, today } from '../../../platform/db/calendar.ts';
import type { Database, Transaction } from '../../../platform/db/open.ts';
import { indexedStatement, statement } from '../../../platform/db/statement.ts';
import { openBatchers } from '../../../platform/lib/async/batcher.ts';
import type { Micros } from '@kinora/shared/money';
import type { Lease } from '../task.ts';

export interface AdmissionRequest {
  readonly lease: Lease;
  readonly engine: string;
  readonly limits: EngineLimits;
  readonly costMicros: Micros;
  /** Whether the engine can cancel the job when it has accepted it. */
  readonly canCancel: boolean;
}

/**
 * `waitMs`: it may begin later. `over_budget`: not before the day or the month ends. `lease_lost`: another
 * worker has the task. `cancelled`: its client has cancelled it.
 */
export type Admission = 'admitted' | 'over_budget' | 'lease_lost' | 'cancelled' | { readonly waitMs: number };

export interface Admissions {
  /** Safe to repeat: a run that was admitted stays so. */
  admit(request: AdmissionRequest): Promise<Admission>;
  /** The engine has certainly not accepted the job. */
  release(lease: Lease): Promise<void>;
}

/** The class of the advisory lock on the budgets of an engine. */
const budgetLock = 4043;
/** The runs are locked in the order of their ids, as in all statements that lock several. */
const find = indexedStatement(
  'find_reservations',
  `select n, run.admitted, run.cancelled
   from (
     select * from jsonb_to_recordset($1::jsonb) as item (n int, id uuid, owner text, attempt int) order by id
   ) item, lateral (
     select reserved_micros is not null as admitted, cancel_requested as cancelled
     from task_runs
     where task_id = item.id and lease_owner = item.owner and task_runs.attempt = item.attempt
     for no key update
   ) run`,
);
/**
 * Sums up what the engine has spent. Days in the future count as today: they are of a time zone that was set
 * before.
 */
const selectSpending = statement(
  'engine_spent',
  `select coalesce(sum(micros) filter (where day >= ${today}), 0)::bigint as day,
     coalesce(sum(micros), 0)::bigint as month
   from engine_spending where engine = $1 and day >= ${thisMonth}`,
);
/** $2 starts per minute. The allowance is at most what one minute allows. */
const currentAllowance = `least(
     $2::float8,
     coalesce(
       (
         select allowance + extract(epoch from now() - counted_at) * $2::float8 / 60
         from engine_rates where engine = $1
       ), $2::float8
     )
   )`;
const startsLeft = statement('starts_left', `select floor(${currentAllowance})::int as starts`);
const takeStarts = statement(
  'take_starts',
  `insert into engine_rates (engine, allowance) values ($1, ${currentAllowance} - $3::int)
   on conflict (engine) do update set allowance = excluded.allowance, counted_at = now()`,
);
const reserve = indexedStatement(
  'reserve_costs',
  `with item as materialized (
     -- The reservations, one for each run.
     select * from jsonb_to_recordset($1::jsonb) as item (id uuid, micros bigint, cannot_cancel boolean)
   ), changed_runs as (
     -- The runs, with their reservations noted.
     update task_runs
     set reserved_micros = item.micros, cannot_cancel = item.cannot_cancel, reserved_on = ${today}
     from item
     where task_id = item.id and task_id = any(array(select id from item))
     returning engine, reserved_on, item.micros
   )
   insert into engine_spending as spending (engine, day, micros)
   select engine, reserved_on, sum(micros)::bigint from changed_runs
   group by engine, reserved_on
   on conflict (engine, day) do update set micros = spending.micros + excluded.micros`,
);
const release = indexedStatement(
  'release_reservations',
  `with item as materialized (
     -- The runs whose reservations are given back.
     select * from jsonb_to_recordset($1::jsonb) as item (n int, id uuid, owner text, attempt int) order by id
   ), freed_runs as materialized (
     -- Locked in the order of their ids. The amounts are those before the change.
     select run.*
     from item, lateral (
       select task_id, engine, reserved_on, reserved_micros from task_runs
       where task_id = item.id
         and lease_owner = item.owner
         and task_runs.attempt = item.attempt
         and coalesce(reserved_micros, cost_micros) is not null
       for no key update
     ) run
   ), changed_runs as (
     -- The runs without their reservations.
     update task_runs
     set reserved_micros = null, reserved_on = null, cannot_cancel = false, cost_micros = null
     from freed_runs
     where task_runs.task_id = freed_runs.task_id
       and task_runs.task_id = any(array(select task_id from freed_runs))
   ), spending as (
     -- The budgets of their engines have these amounts again.
     update engine_spending set micros = micros - freed_amounts.reserved
     from (
       select engine, reserved_on, sum(reserved_micros)::bigint as reserved
       from freed_runs
       group by engine, reserved_on
     ) freed_amounts
     where engine_spending.engine = freed_amounts.engine and day = freed_amounts.reserved_on
   )
   select n from item where false`,
);

export function openAdmissions(db: Database): Admissions {
  const admitInBatches = openBatchers<string, AdmissionRequest, Admission>({
    runFor: engine => async requests => {
      const work = (tx: Transaction) => admitAll(tx, engine, requests);
      const admissions = await db.transaction(work, { lock: [budgetLock, engine], isIndexed: true });
      return admissions.map(admission => Promise.resolve(admission));
    },
    clock: systemClock,
  });
  return {
    admit: request => admitInBatches(request.engine, request),
    release: async ({ taskId, owner, attempt }) =>
      void (await db.batch(release, { id: taskId, owner, attempt })),
  };
}

interface FoundRun {
  readonly n: number;
  readonly admitted: boolean;
  readonly cancelled: boolean;
}

/** Admits the requests in their order: those that come first get what is left. */
async function admitAll(
  tx: Transaction,
  engine: string,
  requests: readonly AdmissionRequest[],
): Promise<Admission[]> {
  const leases = requests.map(({ lease: { taskId, owner, attempt } }) => ({ id: taskId, owner, attempt }));
  const runs = new Map((await tx.query<FoundRun>(find, [serializeItems(leases)])).map(run => [run.n, run]));
  const admissions = requests.map((_, n) => settledAdmission(runs.get(n)));
  const open = requests.filter((_, n) => admissions[n] === undefined);
  if (open.length === 0) return admissions as Admission[];
  const allowance = await readAllowance(tx, engine, open);
  const admittedRequests: AdmissionRequest[] = [];
  const answers = open.map(request => {
    const admission = allowance(request);
    if (admission === 'admitted') admittedRequests.push(request);
    return admission;
  });
  await setAside(tx, engine, admittedRequests);
  return admissions.map(admission => admission ?? (answers.shift() as Admission));
}

/** Returns what is known without asking for an allowance, or undefined if the run waits for one. */
function settledAdmission(run: FoundRun | undefined): Admission | undefined {
  if (!run) return 'lease_lost';
  if (run.admitted) return 'admitted';
  // The row is locked: a cancellation is either seen here, or finds that the job cannot be cancelled any
  // more.
  return run.cancelled ? 'cancelled' : undefined;
}

/** Counts down what the engine may still begin. */
async function readAllowance(
  tx: Transaction,
  engine: string,
  open: readonly AdmissionRequest[],
): Promise<(request: AdmissionRequest) => Admission> {
  const [sums = { day: 0n, month: 0n }] = await tx.query<{ day: bigint; month: bigint }>(selectSpending, [
    engine,
  ]);
  let { day, month } = sums;
  let starts = await readStartsLeft(tx, engine, open);
  return ({ costMicros, limits }) => {
    const { dayBudgetMicros = noBudget, monthBudgetMicros = noBudget, startsPerMinute } = limits;
    // A job without a known cost may cost something, too.
    const least = costMicros > 0n ? costMicros : 1n;
    if (day + least > dayBudgetMicros || month + least > monthBudgetMicros) return 'over_budget';
    if (startsPerMinute !== undefined && starts < 1) return { waitMs: Math.ceil(60_000 / startsPerMinute) };
    starts--;
    day += costMicros;
    month += costMicros;
    return 'admitted';
  };
}

async function readStartsLeft(
  tx: Transaction,
  engine: string,
  open: readonly AdmissionRequest[],
): Promise<number> {
  const perMinute = newestStartsPerMinute(open);
  if (perMinute === undefined) return Infinity;
  const [remainder = { starts: 0 }] = await tx.query<{ starts: number }>(startsLeft, [engine, perMinute]);
  return remainder.starts;
}

async function setAside(
  tx: Transaction,
  engine: string,
  admittedRequests: readonly AdmissionRequest[],
): Promise<void> {
  if (admittedRequests.length === 0) return;
  const perMinute = newestStartsPerMinute(admittedRequests);
  if (perMinute !== undefined) await tx.query(takeStarts, [engine, perMinute, admittedRequests.length]);
  const items = admittedRequests.map(({ lease, costMicros, canCancel }) => ({
    id: lease.taskId,
    micros: costMicros,
    cannot_cancel: !canCancel,
  }));
  await tx.query(reserve, [serializeItems(items)]);
}

/** Returns the limit in the newest request, which has the newest settings. */
function newestStartsPerMinute(requests: readonly AdmissionRequest[]): number | undefined {
  return requests.at(-1)?.limits.startsPerMinute;
}

const noBudget = 2n ** 62n;
