/**
 * Asks, before an engine is called, whether it may begin a job: within its requests per minute and its budgets. What the job will cost is
 * set aside in the statement that asks, so that any number of workers together never exceed a budget.
 */
import type { EngineLimits } from '../../../engines/contract/engine-pool.ts';
import type { Database, Transaction } from '../../../platform/db/open.ts';
import { statement } from '../../../platform/db/statement.ts';
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
 * `waitMs`: it may begin later. `over_budget`: not before the day or the month ends. `lease_lost`: another worker has the task.
 * `cancelled`: its client has cancelled it.
 */
export type Admission = 'admitted' | 'over_budget' | 'lease_lost' | 'cancelled' | { readonly waitMs: number };

/** Of the lock on the budgets of an engine. */
const admitting = 4043;
const find = statement(
  'find_reservation',
  `select reserved_micros is not null as admitted, cancel_requested as cancelled from task_runs
   where task_id = $1 and lease_owner = $2 and attempt = $3 for no key update`,
);
const spent = statement(
  'engine_spent',
  `select coalesce(sum(micros) filter (where day = (now() at time zone 'utc')::date), 0)::bigint as day, coalesce(sum(micros), 0)::bigint as month
   from engine_spending where engine = $1 and day >= date_trunc('month', now() at time zone 'utc')::date`,
);
/** $2 starts per minute. The allowance is at most what one minute allows. */
const take = statement(
  'take_start',
  `insert into engine_rates as rate (engine, allowance) values ($1, $2::float8 - 1)
   on conflict (engine) do update set
     allowance = least($2::float8, rate.allowance + extract(epoch from now() - rate.counted_at) * $2::float8 / 60) - 1, counted_at = now()
   where least($2::float8, rate.allowance + extract(epoch from now() - rate.counted_at) * $2::float8 / 60) >= 1
   returning allowance`,
);
const reserve = statement(
  'reserve_cost',
  `with run as (
     update task_runs set reserved_micros = $2, cannot_cancel = $3, reserved_on = (now() at time zone 'utc')::date where task_id = $1 returning engine, reserved_on
   )
   insert into engine_spending as spending (engine, day, micros) select engine, reserved_on, $2 from run
   on conflict (engine, day) do update set micros = spending.micros + excluded.micros`,
);
const release = statement(
  'release_reservation',
  `with before as (
     select task_id, engine, reserved_on, reserved_micros from task_runs
     where task_id = $1 and lease_owner = $2 and attempt = $3 and coalesce(reserved_micros, cost_micros) is not null for no key update
   ), run as (
     update task_runs set reserved_micros = null, reserved_on = null, cannot_cancel = false, cost_micros = null from before where task_runs.task_id = before.task_id
   )
   update engine_spending set micros = micros - reserved_micros from before
   where engine_spending.engine = before.engine and day = before.reserved_on`,
);

/** Safe to repeat: a run that was admitted stays so. */
export async function admit(db: Database, request: AdmissionRequest): Promise<Admission> {
  const { lease, engine, limits, costMicros, canCancel } = request;
  const admission = async (tx: Transaction): Promise<Admission> => {
    const values = [lease.taskId, lease.owner, lease.attempt];
    const [run] = await tx.query<{ admitted: boolean; cancelled: boolean }>(find, values);
    if (!run) return 'lease_lost';
    if (run.admitted) return 'admitted';
    // Under the lock of the row: a cancellation comes before this, or is told that the job was bought.
    if (run.cancelled) return 'cancelled';
    const [sums = { day: 0n, month: 0n }] = await tx.query<{ day: bigint; month: bigint }>(spent, [engine]);
    const { dayBudgetMicros = noBudget, monthBudgetMicros = noBudget, startsPerMinute } = limits;
    // A job without a known cost may cost something, too.
    const least = costMicros > 0n ? costMicros : 1n;
    if (sums.day + least > dayBudgetMicros || sums.month + least > monthBudgetMicros) return 'over_budget';
    if (startsPerMinute !== undefined && (await tx.query(take, [engine, startsPerMinute])).length === 0)
      return { waitMs: Math.ceil(60_000 / startsPerMinute) };
    await tx.query(reserve, [lease.taskId, costMicros, !canCancel]);
    return 'admitted';
  };
  return db.transaction(admission, { lock: [admitting, engine] });
}

/** The engine has certainly not accepted the job. */
export async function releaseReservation(db: Database, { taskId, owner, attempt }: Lease): Promise<void> {
  await db.query(release, [taskId, owner, attempt]);
}

const noBudget = 2n ** 62n;
