/**
 * Ends, uncharged, what nobody will: tasks whose modal never came, that waited in the queue for too long, or whose
 * engine no worker has any more.
 */
import type { Database } from '../../db/open.ts';
import { statement } from '../../db/statement.ts';
import { endedColumns, keptUntil, settleEnded, changedIds } from './finish-task.ts';

/** After the deadline the worker that has the engine ends a task: it can stop the engine, too. */
const grace = "interval '5 minutes'";

const expire = statement(
  'expire_tasks',
  `with ended as (
     update tasks set phase = 'failed', finished_at = now(), charged_micros = 0, ${keptUntil('$1')},
       once_key = null, error_code = case phase when 'waiting' then 'modal_expired' else 'timeout' end, error_details = '{}'
     where (lease_until is null or lease_until < now()) and (
       (phase = 'waiting' and modal_until <= now())
       or (phase = 'queued' and coalesce(deadline_at + ${grace}, created_at + $2 * interval '1 hour') <= now())
       or (phase in ('starting', 'running', 'saving') and deadline_at + ${grace} <= now()))
     returning ${endedColumns}
   ), ${settleEnded}
   select ${changedIds} as changed from ended`,
);

export interface ExpiryTimes {
  /** How long the record is kept. */
  readonly retentionHours: number;
  /** How long a task may wait before an engine begins it. */
  readonly queueHours: number;
}

/** Safe to run on several nodes and to repeat. Answers with how many ended. */
export async function expireTasks(
  db: Database,
  { retentionHours, queueHours }: ExpiryTimes,
): Promise<number> {
  const rows = await db.query<{ changed: string[] }>(expire, [retentionHours, queueHours]);
  if (rows.length > 0)
    db.hint(
      'tasks',
      rows.flatMap(row => row.changed),
    );
  return rows.length;
}
