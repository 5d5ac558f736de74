/**
 * Ends tasks whose work is lost with an old server, and may have been paid for. It is not bought again,
 * and clients are not charged.
 */
import type pg from 'pg';
import { endedColumns, expiryAssignment, ofTasks, runAssignments, releaseEnded } from './finish-task.ts';

const endRuns = `with removed_runs as (
     -- The runs that were lost with their worker.
     delete from task_runs where task_id = any($1::uuid[]) returning *
   ), ended_tasks as (
     -- Their tasks, which fail without a charge.
     update tasks
     set phase = 'failed', finished_at = now(), charged_micros = 0, ${expiryAssignment('$2::int')},
       once_key = null,
       error_code = case removed_runs.phase when 'starting' then 'start_unknown' else 'paid_work_lost' end,
       error_details = '{}', may_cost = true, progress = removed_runs.progress,
       cost_micros = coalesce(removed_runs.cost_micros, nullif(removed_runs.reserved_micros, 0)),
       routing = removed_runs.routing, ${runAssignments('removed_runs')}
     from removed_runs where tasks.id = removed_runs.task_id
     returning ${ofTasks(endedColumns)}
   ), ${releaseEnded}
   select public_id from ended_tasks
   order by public_id`;

export interface LostRuns {
  readonly taskIds: readonly string[];
  readonly retentionHours: number;
}

/** Returns the public ids of the tasks. Call it in a transaction that no worker can see. */
export async function endLostRuns(
  client: pg.Client,
  { taskIds, retentionHours }: LostRuns,
): Promise<string[]> {
  const { rows } = await client.query<{ public_id: string }>(endRuns, [taskIds, retentionHours]);
  return rows.map(row => row.public_id);
}
