/**
 * The last 24 hours of all accounts: tasks by hour, reasons of failures, and the size
 * of stored files. Reads only.
 */
import type { Queryable } from '../../../platform/db/open.ts';
import { statement } from '../../../platform/db/statement.ts';
import type { ErrorCode, ErrorDetails } from '@kinora/shared/errors/errors';

export interface HistoryHour {
  readonly at: Date;
  /** Tasks that ended within the hour. */
  readonly succeeded: number;
  readonly failed: number;
  readonly cancelled: number;
  /**
   * Median and 95th percentile of the seconds in the queue, for tasks that started within
   * the hour. Null if none started.
   */
  readonly medianWait: number | null;
  readonly longWait: number | null;
}

export interface FailureCount {
  readonly code: ErrorCode;
  /** Details, task and time of the newest such failure. */
  readonly details: ErrorDetails;
  readonly task: string;
  readonly at: Date;
  readonly tasks: number;
}

/** Sizes in bytes. `small`: thumbnails, sheets and previews. */
export interface StoredBytes {
  readonly pictures: number;
  readonly clips: number;
  readonly small: number;
  readonly uploads: number;
}

export interface History {
  /** The current hour and the 23 before it, oldest first. */
  readonly hours: readonly HistoryHour[];
  /** The most frequent first. */
  readonly failures: readonly FailureCount[];
  readonly stored: StoredBytes;
}

const firstHour = `(date_trunc('hour', now(), 'UTC') - interval '23 hours')`;

const byHour = statement(
  'history_hours',
  `with ends_by_hour as (
     -- How tasks ended, by hour.
     select date_trunc('hour', finished_at, 'UTC') as at,
       count(*) filter (where phase = 'succeeded')::int as succeeded,
       count(*) filter (where phase = 'failed')::int as failed,
       count(*) filter (where phase = 'cancelled')::int as cancelled
     from tasks where finished_at >= ${firstHour}
     group by 1
   ), starts_by_hour as (
     -- How long tasks waited before their start, by hour.
     select date_trunc('hour', started_at, 'UTC') as at,
       percentile_cont(array[0.5, 0.95]) within group (
         order by extract(epoch from started_at - queued_at)
       ) as waits
     from (
       select coalesce(ordered_at, created_at) as queued_at, started_at
       from tasks where started_at >= ${firstHour}
       union all
       select coalesce(tasks.ordered_at, tasks.created_at), task_runs.started_at
       from task_runs join tasks on id = task_id
       where task_runs.started_at >= ${firstHour}
     ) starts
     group by 1
   )
   select at, coalesce(succeeded, 0) as succeeded, coalesce(failed, 0) as failed,
     coalesce(cancelled, 0) as cancelled, waits[1]::float8 as "medianWait", waits[2]::float8 as "longWait"
   from generate_series(${firstHour}, now(), interval '1 hour') as hours(at)
     left join ends_by_hour using (at)
     left join starts_by_hour using (at)
   order by at`,
);

const failures = statement(
  'history_failures',
  `select code, details, task, at, tasks
   from (
     select distinct on (error_code) error_code as code, error_details as details, public_id as task,
       finished_at as at, count(*) over (partition by error_code)::int as tasks
     from tasks where finished_at >= ${firstHour} and phase = 'failed'
     order by error_code, finished_at desc
   ) as newest
   order by tasks desc, at desc limit 6`,
);

/** Counts only tasks whose files were not deleted. */
const stored = statement(
  'history_stored',
  `select coalesce(sum(size_bytes) filter (where kind in ('cell', 'picture')), 0)::float8 as pictures,
     coalesce(sum(size_bytes) filter (where kind = 'clip'), 0)::float8 as clips,
     coalesce(sum(size_bytes) filter (where kind in ('thumbnail', 'sheet', 'preview')), 0)::float8 as small,
     (select coalesce(sum(size_bytes), 0)::float8 from uploads where files_deleted_at is null) as uploads
   from outputs join tasks on tasks.id = task_id where files_deleted_at is null`,
);

export async function readHistory(db: Queryable): Promise<History> {
  const hours = await db.query<HistoryHour>(byHour);
  const failed = await db.query<FailureCount>(failures);
  const [bytes = { pictures: 0, clips: 0, small: 0, uploads: 0 }] = await db.query<StoredBytes>(stored);
  return { hours, failures: failed, stored: bytes };
}
