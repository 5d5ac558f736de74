/**
 * The statements by which a worker takes tasks. Each of its engines pulls the next task of any model that a
 * route leads to it, when it has a free slot.
 */
import type { Database } from '../../../platform/db/open.ts';
import { readRows } from '../../../platform/db/row.ts';
import { indexedStatement } from '../../../platform/db/statement.ts';
import type { RoutingChoice } from '../routing/plan-pulls.ts';
import type { LeasedTask } from '../task.ts';
import {
  leasedTask,
  suspectInHand,
  toLeasedTask,
  type LeaseRequest,
  type LeasedTaskRow,
} from './leased-task.ts';

export interface QueueLeaseRequest extends LeaseRequest {
  /** How many runs the engine may have in all workers together; undefined: any number. */
  readonly maxRuns: number | undefined;
  /**
   * Whether a start can be looked up or repeated with the same key. A leased task is then `starting` without
   * a second write.
   */
  readonly isStarting: boolean;
  /**
   * The number of the configuration that the worker has read. If the configuration has changed since, nothing
   * is leased. Undefined if the numbers are not compared.
   */
  readonly generation: bigint | undefined;
  /** The routes that lead to the engine. */
  readonly routes: readonly LeaseRoute[];
  /** Leases only these. Undefined means the first tasks of the routes. */
  readonly tasks?: readonly LeaseTask[];
}

export interface LeaseRoute {
  readonly model: string;
  readonly timeoutSeconds: number;
  /** The lowest turn to look for in each tier. `noTurn` means that the route does not serve the tier. */
  readonly fromTurns: readonly bigint[];
}

export interface LeaseTask {
  readonly taskId: string;
  readonly routing: RoutingChoice | undefined;
}

/** A turn that is beyond the turn of any task. */
export const noTurn = 9_223_372_036_854_775_807n;

/** No suspect is leased, as seen under the lock if the runs are counted. */
const noSuspectInHand = `not exists (select from engine_load where has_suspect)
       and not exists (${suspectInHand})`;

/** Candidates beyond those wanted, because another worker may be taking the first ones. */
const spare = 64;

/**
 * $1 engine, $2 owner, $3 how many, $4 lease in milliseconds, $5 how many runs the engine may have in all
 * workers (null: any number), $6 whether the leased tasks are starting with that, $7 generation of the
 * configuration that the worker has read, $8 models that routes lead to the engine, $9 seconds that a task of
 * each may take. A drained engine gets only tasks that were started before. Its row is locked, so that a
 * drain either waits for this statement or is seen by it. It is locked for the first new task: a statement
 * that leases nothing writes nothing, so its commit does not wait for the disk.
 */
const leaseHead = `engine as materialized (
     -- Locked for new tasks: see above.
     select drained_at from engines where name = $1::text for share
   ), route as materialized (
     -- The models that routes lead to the engine, with the time that a task of each may take.
     select model, seconds, place from unnest($8::text[], $9::int[])
     with ordinality as route (model, seconds, place)
   ), engine_load as materialized (
     -- Only if the engine has a number of slots. The function counts under a lock.
     select runs, has_suspect from runs_under_lock($1::text)
     where $5::int is not null
   ), free_slots as (
     -- None while this process does not know the newest configuration.
     select case
       when exists (select from config_generation where generation <> $7::bigint) then 0
       else greatest(0, least($3::int, $5::int - (select runs from engine_load)))
     end as slots
   )`;
/** A condition on a row of `task_queue`: it was started before, or its engine is not drained. */
const mayStart = '(started_at is not null or not exists (select from engine where drained_at is not null))';
const leaseTail = `removed_places as (
     -- The places in the queue become runs with a lease.
     delete from task_queue
     using next_tasks
     where task_queue.task_id = next_tasks.task_id
       and task_queue.task_id = any(array(select task_id from next_tasks))
     returning task_queue.*, next_tasks.routing
   ), leased_runs as (
     -- The runs of these tasks, under a lease of this worker.
     insert into task_runs (
       task_id, public_id, account_id, model, tier_rank, turn, engine, phase, lease_owner, lease_until,
       attempt, tries, lost_attempts, started_at, deadline_at, has_hook, start_key, avoid, routing, start_by
     )
     select task_id, public_id, account_id, removed_places.model, tier_rank, turn, $1::text,
       case when $6::boolean then 'starting' else 'queued' end, $2::text, now() + $4::int * interval '1 ms',
       attempt + 1, tries, lost_attempts,
       case when $6::boolean then coalesce(started_at, now()) else started_at end,
       case
         when $6::boolean then coalesce(deadline_at, now() + route.seconds * interval '1 s')
         else deadline_at
       end,
       has_hook, case when $6::boolean then task_id::text || ':' || tries end, avoid, removed_places.routing,
       start_by
     from removed_places join route using (model)
     returning *
   )
   ${leasedTask}
   order by leased_runs.tier_rank, leased_runs.turn`;

/** The first tasks of the queue: by tier, then by turn. $10 the lowest turn of each tier of each model. */
const leaseFirst = indexedStatement(
  'lease_queued_tasks',
  `with ${leaseHead}, suspect as (
     -- Tasks that lost an attempt run one at a time.
     select task_id from route join task_queue using (model)
     where attempt > 0 and lost_attempts > 0 and due_at <= now() and ${noSuspectInHand}
     order by lost_attempts, due_at limit 1
   ), candidates as (
     -- Tasks that were returned to the queue, and the first of each line.
     select task_id, tier_rank, turn
     from route join task_queue using (model)
     where attempt > 0
       and due_at <= now()
       and (lost_attempts = 0 or task_id = (select task_id from suspect))
       and ($10::bigint[])[(place - 1) * 3 + tier_rank] < ${noTurn}
     union all
     select head.task_id, head.tier_rank, head.turn
     from queue_heads_of($8::text[], $10::bigint[], $3::int + ${spare}) head
     where not exists (select from engines where name = $1::text and drained_at is not null)
   ), next_tasks as materialized (
     -- The tasks that no other worker has taken meanwhile, at most one for each free slot.
     select locked_places.task_id, null::jsonb as routing
     from (select task_id from candidates order by tier_rank, turn) ordered_candidates, lateral (
       select task_id from task_queue
       where task_queue.task_id = ordered_candidates.task_id and ${mayStart}
       for update skip locked
     ) locked_places
     limit (select slots from free_slots)
   ), ${leaseTail}`,
);

/**
 * Leases the tasks that were chosen ($10 ids, $11 why they go to this engine), unless another worker has
 * taken them.
 */
const leaseChosen = indexedStatement(
  'lease_chosen_tasks',
  `with ${leaseHead}, chosen_tasks as materialized (
     -- The tasks that were chosen, with the reasons.
     select task_id, routing from unnest($10::uuid[], $11::jsonb[]) as chosen_tasks (task_id, routing)
   ), suspect as (
     -- Tasks that lost an attempt run one at a time.
     select task_id from chosen_tasks join task_queue using (task_id)
     where lost_attempts > 0 and ${noSuspectInHand}
     order by lost_attempts, due_at limit 1
   ), next_tasks as materialized (
     -- Those that are due and that no other worker has taken meanwhile, at most one for each free slot.
     select locked_places.task_id, chosen_tasks.routing
     from chosen_tasks, lateral (
       select task_id from task_queue
       where task_queue.task_id = chosen_tasks.task_id
         and due_at <= now()
         and task_queue.model in (select model from route)
         and (lost_attempts = 0 or task_queue.task_id = (select task_id from suspect))
         and ${mayStart}
       for update skip locked
     ) locked_places
     limit (select slots from free_slots)
   ), ${leaseTail}`,
);

export async function leaseQueuedTasks(db: Database, request: QueueLeaseRequest): Promise<LeasedTask[]> {
  const statement = request.tasks ? leaseChosen : leaseFirst;
  const rows = await readRows<LeasedTaskRow>(db, statement, queueLeaseValues(request));
  const startingIds = rows.filter(row => row.phase === 'starting').map(row => row.publicId);
  if (startingIds.length > 0) db.hint('tasks', startingIds);
  return rows.map(row => toLeasedTask(row, request.owner));
}

function queueLeaseValues(request: QueueLeaseRequest): unknown[] {
  const { engine, owner, limit, leaseMs, maxRuns, isStarting, generation, routes, tasks } = request;
  return [
    engine,
    owner,
    limit,
    leaseMs,
    maxRuns ?? null,
    isStarting,
    generation ?? null,
    routes.map(({ model }) => model),
    routes.map(({ timeoutSeconds }) => timeoutSeconds),
    ...(tasks
      ? [
          tasks.map(({ taskId }) => taskId),
          tasks.map(({ routing }) => (routing ? JSON.stringify(routing) : null)),
        ]
      : [routes.flatMap(({ fromTurns }) => fromTurns)]),
  ];
}
