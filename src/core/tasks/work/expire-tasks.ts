/**
 * Ends tasks without a charge that no worker will end: their modal was not answered, they waited too long in
 * the queue, or no worker has their engine any more.
 */
import type { Database } from '../../../platform/db/open.ts';
import type { ErrorCode } from '@kinora/shared/errors/errors';
import { statement } from '../../../platform/db/statement.ts';
import type { UnableRoute } from '../../catalogue/routes/unable-routes.ts';
import { operation } from '../routing/queue-demand.ts';
import {
  changedIds,
  endedColumns,
  runAssignments,
  expiryAssignment,
  ofTasks,
  releaseEnded,
} from './finish-task.ts';

/** After the deadline, a worker with the engine ends the task first, because it can also cancel the work. */
const grace = "interval '5 minutes'";

/**
 * How many tasks of each kind one statement ends. It neither orders nor joins, so that tables are read and
 * not whole indexes, which have an entry for each dead row.
 */
const atOnce = 500;

/** Tasks that were begun have a deadline; the others waited since they entered the queue. */
const isLate = `coalesce(deadline_at + ${grace}, changed_at + $2 * interval '1 hour') <= now()`;

const isUnable = `exists (
       select from unnest($4::text[], $5::text[], $6::text[]) as unable (model, engine, operation)
       where unable.model = routes.model and unable.engine = routes.engine
         and unable.operation = (select ${operation} from tasks where id = task_id))`;

/**
 * Every route that could take the task has been gone, or paused after failures, for $3 minutes. A drained
 * engine is expected to come back. A task that an engine refused entered the queue again then, so its age
 * counts.
 */
const isUnserved = `started_at is null
     and (
       changed_at + $3 * interval '1 minute' <= now()
       or attempt > 0
         and exists (select from tasks where id = task_id and created_at + $3 * interval '1 minute' <= now())
     )
     and not exists (
       select from routes
       where routes.model = task_queue.model
         and enabled
         and (routes.tiers is null or (array['turbo', 'fast', 'relax'])[tier_rank] = any(routes.tiers))
         and not ${isUnable}
         and not exists (
           select from breakers
           where breakers.model = routes.model
             and breakers.engine = routes.engine
             and opened_at + $3 * interval '1 minute' <= now()
         )
     )`;

const expire = statement(
  'expire_tasks',
  `with late_places as materialized (
     -- Queued tasks whose time is over, or whose model no engine serves.
     select task_id from task_queue where ${isLate} or (${isUnserved}) limit ${atOnce} for update skip locked
   ), removed_places as (
     -- Their places in the queue.
     delete from task_queue
     where task_id = any(array(select task_id from late_places))
     returning *, not (${isLate}) as is_unserved
   ), late_runs as materialized (
     -- Runs without a lease whose time is over.
     select task_id from task_runs
     where (lease_until is null or lease_until < now()) and ${isLate} limit ${atOnce}
     for update skip locked
   ), removed_runs as (
     -- Their rows.
     delete from task_runs where task_id = any(array(select task_id from late_runs)) returning *
   ), kept_handles as (
     -- What an engine accepted can be fetched later.
     insert into unfetched_results (task_id, engine, start_key, operation)
     select task_id, engine, start_key, operation from removed_runs
     where operation is not null
   ), late_tasks as (
     -- All that end here, whatever they waited for.
     select task_id, 'open' as phase, engine, started_at, attempt, tries, 0::smallint as progress,
       case when is_unserved then 'model_unserved' else 'timeout' end as code, null::bigint as cost
     from removed_places
     union all
     select task_id, 'open', engine, started_at, attempt, tries, progress, 'timeout',
       coalesce(cost_micros, reserved_micros)
     from removed_runs
     union all
     select id, 'waiting', null, null, 0, 0, 0, 'modal_expired', null
     from (select id from tasks where phase = 'waiting' and modal_until <= now() limit ${atOnce}) late_modals
   ), ended_tasks as (
     -- The tasks, which fail without a charge.
     update tasks
     set phase = 'failed', finished_at = now(), charged_micros = 0, ${expiryAssignment('$1')},
       once_key = null, error_code = late_tasks.code, cost_micros = late_tasks.cost, error_details = '{}',
       progress = late_tasks.progress, ${runAssignments('late_tasks')}
     from late_tasks
     where tasks.id = late_tasks.task_id and tasks.phase = late_tasks.phase
     returning ${ofTasks(endedColumns)}, tasks.model, tasks.engine, tasks.error_code
   ), ${releaseEnded}
   select ${changedIds} as changed, model, engine, error_code as code
   from ended_tasks`,
);

/**
 * After a long downtime, runs are past their deadline although their work is done: workers adopt them first,
 * and the last check counts. Longer than a lease of a process that died.
 */
export const expiryPace = { everyMs: 5_000, firstMs: 30_000 } as const;

export interface ExpiryTimes {
  /** How long the record is kept. */
  readonly retentionHours: number;
  /** How long a task may wait before an engine begins it. */
  readonly queueHours: number;
  /** How long it may wait while no engine can run its model. */
  readonly unservedMinutes: number;
}

export interface ExpiryTerms extends ExpiryTimes {
  /** Routes that do not count for tasks of these operations. */
  readonly unable?: readonly UnableRoute[];
}

export interface ExpiredTask {
  readonly publicId: string;
  readonly model: string;
  /** The engine that began it. Undefined if it was never begun. */
  readonly engine: string | undefined;
  readonly code: ErrorCode;
}

interface ExpiredRow {
  changed: string[];
  model: string;
  engine: string | null;
  code: ErrorCode;
}

/** Safe to run on several nodes and to repeat. Returns how many tasks ended. */
export async function expireTasks(
  db: Database,
  { retentionHours, queueHours, unservedMinutes, unable = [] }: ExpiryTerms,
  report: (task: ExpiredTask) => void = () => {},
): Promise<number> {
  const values = [
    retentionHours,
    queueHours,
    unservedMinutes,
    unable.map(({ model }) => model),
    unable.map(({ engine }) => engine),
    unable.map(one => one.operation),
  ];
  for (let endedCount = 0; ;) {
    const rows = await db.query<ExpiredRow>(expire, values);
    if (rows.length === 0) return endedCount;
    db.hint(
      'tasks',
      rows.flatMap(row => row.changed),
    );
    for (const { changed: changedIds, model, engine, code } of rows)
      report({ publicId: changedIds[0] ?? '', model, engine: engine ?? undefined, code });
    endedCount += rows.length;
  }
}
