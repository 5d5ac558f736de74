/** Adopts runs that have no lease: they were released, or their worker was lost. */
import type { Database } from '../../../platform/db/open.ts';
import { readRows } from '../../../platform/db/row.ts';
import { indexedStatement, statement } from '../../../platform/db/statement.ts';
import type { LeasedTask } from '../task.ts';
import {
  leasedTask,
  suspectInHand,
  toLeasedTask,
  type LeaseRequest,
  type LeasedTaskRow,
} from './leased-task.ts';

export interface AdoptRequest extends LeaseRequest {
  /** Runs that this worker is advancing: their leases may have expired, but their work continues. */
  readonly except: readonly string[];
}

export interface Adoptable {
  readonly engines: ReadonlySet<string>;
  readonly isAnyLost: boolean;
}

/**
 * All runs, for statements that ask about most of them. A sample is never read by an index: an index has an
 * entry for each dead row, and the planner prefers one as soon as it expects few live rows.
 */
export const everyRun = 'task_runs tablesample system (100)';

/** Engines among $1 with a run that is due and has no lease, apart from the runs $2. */
const adoptable = statement(
  'adoptable_engines',
  `select engine, bool_or(lease_owner is not null) as is_lost from ${everyRun}
   where engine = any($1) and due_at <= now() and (lease_until is null or lease_until < now())
     and task_id <> all($2::uuid[])
   group by engine`,
);

/**
 * Adopts runs without a lease. $1 engine, $2 owner, $3 how many, $4 lease in milliseconds, $5 runs that this
 * worker is advancing, whose leases may have expired. The leases of a worker that died expire one after
 * the other, and all of its runs have lost an attempt (lost-workers.ts) before one of them is adopted:
 * otherwise the end of the others would clear the one that may have ended the worker. A lease that expired
 * a whole lease ago with its owner still named was lost, although the owner renews others: a release
 * removes the owner. All runs that were lost for the first time are adopted together.
 */
const adopt = indexedStatement(
  'adopt_runs',
  `with suspect as (
     -- Runs that were lost several times run one at a time.
     select task_id from task_runs
     where engine = $1::text
       and lost_attempts > 1
       and due_at <= now()
       and (lease_until is null or lease_until < now())
       and task_id <> all($5::uuid[])
       and not exists (${suspectInHand})
     order by lost_attempts, due_at limit 1
   ), living_workers as materialized (
     -- Workers that hold a lease, or died a moment ago.
     select distinct lease_owner as owner from ${everyRun}
     where lease_until > now() and lease_owner is not null
   ), free_runs as (
     -- Runs without a lease, which no other worker is adopting.
     select task_id from task_runs
     where engine = $1::text
       and due_at <= now()
       and (lease_until is null or lease_until < now())
       and task_id <> all($5::uuid[])
       and (lost_attempts <= 1 or task_id = (select task_id from suspect))
       and (
         lease_owner is null
         or lease_owner not in (select owner from living_workers)
         or lease_until < now() - $4::int * interval '1 ms'
       )
     order by due_at limit $3::int for no key update skip locked
   ), leased_runs as (
     -- The runs, under a lease of this worker.
     update task_runs
     set lease_owner = $2::text, lease_until = now() + $4::int * interval '1 ms', attempt = attempt + 1,
       lost_attempts = lost_attempts + (lease_owner is not null)::int
     from free_runs where task_runs.task_id = free_runs.task_id
     returning task_runs.*
   )
   ${leasedTask}
   order by leased_runs.due_at`,
);

/**
 * Returns which of the engines have a run that a worker can adopt, and whether one was lost with another
 * worker. Reads all runs.
 */
export async function findAdoptable(
  db: Database,
  engines: readonly string[],
  except: readonly string[],
): Promise<Adoptable> {
  const rows = await db.query<{ engine: string; is_lost: boolean }>(adoptable, [engines, except]);
  const isAnyLost = rows.some(row => row.is_lost);
  return { engines: new Set(rows.map(({ engine }) => engine)), isAnyLost };
}

export async function adoptRuns(db: Database, request: AdoptRequest): Promise<LeasedTask[]> {
  const { engine, owner, limit, leaseMs, except } = request;
  const rows = await readRows<LeasedTaskRow>(db, adopt, [engine, owner, limit, leaseMs, except]);
  return rows.map(row => toLeasedTask(row, owner));
}
