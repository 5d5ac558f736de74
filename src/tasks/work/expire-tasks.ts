/**
 * Ends tasks without a charge that no worker will end: their modal was not answered, they waited too long in the queue, or no worker has
 * their engine any more.
 */
import type { Database } from '../../db/open.ts';
import { statement } from '../../db/statement.ts';
import {
  changedIds,
  endedColumns,
  runAssignments,
  expiryAssignment,
  ofTasks,
  settleEnded,
} from './finish-task.ts';

/** After the deadline, a worker with the engine ends the task first, because it can also cancel the work. */
const grace = "interval '5 minutes'";

/** Of each kind, in one statement. */
const atOnce = 500;

/** Tasks that were begun have a deadline; the others waited since they entered the queue. */
const isLate = `coalesce(deadline_at + ${grace}, changed_at + $2 * interval '1 hour') <= now()`;

const expire = statement(
  'expire_tasks',
  `with unqueued as (
     delete from task_queue where task_id in (
       select task_id from task_queue where ${isLate} order by task_id limit ${atOnce} for update skip locked
     ) returning *
   ), abandoned as (
     delete from task_runs where task_id in (
       select task_id from task_runs where (lease_until is null or lease_until < now()) and ${isLate}
       order by task_id limit ${atOnce} for update skip locked
     ) returning *
   ), late as (
     select task_id, 'open' as phase, engine, started_at, attempt, tries, 0::smallint as progress from unqueued
     union all
     select task_id, 'open', engine, started_at, attempt, tries, progress from abandoned
     union all
     select id, 'waiting', null, null, 0, 0, 0 from (
       select id from tasks where phase = 'waiting' and modal_until <= now() limit ${atOnce}
     ) unanswered
   ), ended as (
     update tasks set phase = 'failed', finished_at = now(), charged_micros = 0, ${expiryAssignment('$1')}, once_key = null,
       error_code = case late.phase when 'waiting' then 'modal_expired' else 'timeout' end, error_details = '{}',
       progress = late.progress, ${runAssignments('late')}
     from late where tasks.id = late.task_id and tasks.phase = late.phase
     returning ${ofTasks(endedColumns)}
   ), ${settleEnded}
   select ${changedIds} as changed from ended`,
);

export interface ExpiryTimes {
  /** How long the record is kept. */
  readonly retentionHours: number;
  /** How long a task may wait before an engine begins it. */
  readonly queueHours: number;
}

/** Safe to run on several nodes and to repeat. Returns how many tasks ended. */
export async function expireTasks(
  db: Database,
  { retentionHours, queueHours }: ExpiryTimes,
): Promise<number> {
  for (let ended = 0; ; ) {
    const rows = await db.query<{ changed: string[] }>(expire, [retentionHours, queueHours]);
    if (rows.length === 0) return ended;
    db.hint(
      'tasks',
      rows.flatMap(row => row.changed),
    );
    ended += rows.length;
  }
}
