/** Ends tasks whose work is lost with an old server, and may have been paid for. It is not bought again, and clients are not charged. */
import type pg from 'pg';
import { endedColumns, expiryAssignment, ofTasks, runAssignments, releaseEnded } from './finish-task.ts';

const endRuns = `with run as (
     delete from task_runs where task_id = any($1::uuid[]) returning *
   ), ended as (
     update tasks set phase = 'failed', finished_at = now(), charged_micros = 0, ${expiryAssignment('$2::int')}, once_key = null,
       error_code = case run.phase when 'starting' then 'start_unknown' else 'paid_work_lost' end, error_details = '{}', may_cost = true,
       progress = run.progress, cost_micros = coalesce(run.cost_micros, nullif(run.reserved_micros, 0)), routing = run.routing, ${runAssignments('run')}
     from run where tasks.id = run.task_id
     returning ${ofTasks(endedColumns)}
   ), ${releaseEnded}
   select public_id from ended order by public_id`;

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
