/** What every lease of a task has: the request, the columns that a worker reads, and who is a suspect. */
import { systemClock } from '@kinora/shared/clock';
import { readStoredTrace, type StoredTrace } from '../../../platform/lib/trace/trace-context.ts';
import type { LeasedTask } from '../task.ts';

export interface LeaseRequest {
  readonly engine: string;
  readonly owner: string;
  /** How many this worker can take. */
  readonly limit: number;
  readonly leaseMs: number;
}

export interface LeasedTaskRow
  extends StoredTrace, Omit<LeasedTask, 'lease' | 'deadlineMs' | 'createdMs' | 'avoid' | 'trace'> {
  readonly id: string;
  readonly attempt: number;
  readonly timeLeftMs: number | undefined;
  readonly createdAt: Date;
  readonly avoid: readonly string[] | undefined;
}

/** What a worker needs of a run that it leased. `leased_runs`: a CTE with rows of `task_runs`. */
export const leasedTask = `select leased_runs.task_id as id, leased_runs.public_id, tasks.interface,
     leased_runs.model, leased_runs.engine, leased_runs.phase, tasks.job, leased_runs.attempt,
     leased_runs.tries, leased_runs.lost_attempts, leased_runs.start_key,
     leased_runs.operation as handle, leased_runs.media,
     (extract(epoch from leased_runs.deadline_at - now()) * 1000)::float8 as time_left_ms,
     leased_runs.cancel_requested, tasks.created_at,
     (extract(epoch from now() - coalesce(tasks.ordered_at, tasks.created_at)) * 1000)::float8 as waited_ms,
     leased_runs.tier_rank, leased_runs.turn, leased_runs.avoid, tasks.traceparent, tasks.tracestate,
     tasks.via,
     (
       select json_build_object(
         'recipe',
         case
           when parent.engine = leased_runs.engine
             or exists (
               select from engines past join engines present using (kind)
               where past.name = parent.engine and present.name = leased_runs.engine
             ) then parent.recipe
         end, 'prompt', parent.prompt
       )
       from tasks parent
       where parent.id = tasks.parent_id and parent.files_deleted_at is null
     ) as parent
   from leased_runs join tasks on tasks.id = leased_runs.task_id`;

/**
 * A task that lost an attempt is a suspect until its media is there, a remote engine has answered that it is
 * in progress, or a worker was lost without it (lost-workers.ts). Only one suspect is leased at a time, so
 * that it costs no other task an attempt: the one with the fewest lost attempts, so that a task that ends its
 * workers is left with them, and one that was only there is soon cleared.
 */
export const suspectInHand =
  'select from task_runs where engine = $1::text and lost_attempts > 0 and lease_until > now()';

export function toLeasedTask(row: LeasedTaskRow, owner: string): LeasedTask {
  const { id, attempt, timeLeftMs, createdAt, avoid, traceparent, tracestate, ...task } = row;
  return {
    ...task,
    lease: { taskId: id, owner, attempt },
    // By the database's clock, so that a wrong clock of a worker has no effect.
    deadlineMs: timeLeftMs === undefined ? undefined : systemClock.now() + timeLeftMs,
    createdMs: createdAt.getTime(),
    avoid: avoid ?? [],
    trace: readStoredTrace({ traceparent, tracestate }),
  };
}
