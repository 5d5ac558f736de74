/**
 * Counts the attempts that were lost with a worker whose process died. One of its tasks may have crashed it,
 * but it is unknown which, and a process is also killed by its machine or its operator. So each of its tasks
 * is a suspect until another worker of the same engine dies that did not have the task: this clears the
 * counts of all tasks that the other worker did not have. A task that crashes every worker keeps its count,
 * and a task that was only there does not.
 */
import type { Database } from '../../../platform/db/open.ts';
import { statement } from '../../../platform/db/statement.ts';
import { everyRun } from './adopt-runs.ts';

/**
 * A worker is lost when all of its leases have expired: one that is slow renews some. $1: the worker that
 * counts.
 */
const countLost = statement(
  'count_lost_workers',
  `with dead_workers as materialized (
     -- Owners of leases that have all expired.
     select lease_owner as owner from ${everyRun}
     where lease_owner is not null and lease_owner <> $1
     group by lease_owner
     having max(lease_until) < now()
   ), engines_of_dead_workers as materialized (
     -- The engines that these workers had tasks of.
     select distinct engine from ${everyRun} join dead_workers on lease_owner = owner
   ), lost_runs as (
     -- Their runs, which any worker can adopt.
     update task_runs
     set lost_attempts = lost_attempts + 1, lease_owner = null, lease_until = null
     from dead_workers where lease_owner = owner and lease_until < now()
     returning task_id
   ), cleared_runs as (
     -- A worker was lost without them, so they are not to blame.
     update task_runs set lost_attempts = 0 from engines_of_dead_workers
     where task_runs.engine = engines_of_dead_workers.engine
       and lost_attempts > 0
       and (lease_owner is null or lease_owner not in (select owner from dead_workers))
   ), cleared_queue_rows as (
     -- The same tasks, as far as they are back in the queue.
     update task_queue set lost_attempts = 0 from engines_of_dead_workers
     where task_queue.engine = engines_of_dead_workers.engine and lost_attempts > 0
   )
   select task_id from lost_runs`,
);

/** Each lost worker is counted once, whichever worker finds it first. */
export async function countLostWorkers(db: Pick<Database, 'query'>, owner: string): Promise<void> {
  await db.query(countLost, [owner]);
}
