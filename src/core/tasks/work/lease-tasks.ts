/**
 * The statements by which a worker takes tasks. Each of its engines pulls the next task of any model that a
 * route leads to it, when it has a free slot.
 */
import type { Database } from '../../../platform/db/open.ts';
import { readRows } from '../../../platform/db/row.ts';
import { indexedStatement, statement } from '../../../platform/db/statement.ts';
import { systemClock } from '@kinora/shared/clock';
import { storedTrace, type StoredTrace } from '../../../platform/lib/trace/trace-context.ts';
import type { RoutingChoice } from '../routing/plan-pulls.ts';
import type { LeasedTask } from '../task.ts';

export interface LeaseRequest {
  readonly engine: string;
  readonly owner: string;
  /** How many this worker can take. */
  readonly limit: number;
  readonly leaseMs: number;
}

export interface QueueLeaseRequest extends LeaseRequest {
  /** How many runs the engine may have in all workers together; undefined: any number. */
  readonly maxRuns: number | undefined;
  /**
   * The engine can be asked about, or again with, the same key: a leased task is starting, and
   * needs no second write to say so.
   */
  readonly isStarting: boolean;
  /**
   * What the worker has read of the configuration. If that has changed since, nothing is leased.
   * Undefined if it is not compared.
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

/** Beyond the turn of any task. */
export const noTurn = 9_223_372_036_854_775_807n;

export interface AdoptRequest extends LeaseRequest {
  /** Runs that this worker is advancing: their leases may have expired, but their work continues. */
  readonly except: readonly string[];
}

export interface Adoptable {
  readonly engines: ReadonlySet<string>;
  readonly isAnyLost: boolean;
}

interface TaskRow
  extends StoredTrace,
    Omit<LeasedTask, 'lease' | 'deadlineMs' | 'createdMs' | 'avoid' | 'trace'> {
  readonly id: string;
  readonly attempt: number;
  readonly timeLeftMs: number | undefined;
  readonly createdAt: Date;
  readonly avoid: readonly string[] | undefined;
}

/** What a worker needs of a run that it leased. `leased_runs`: a CTE with rows of `task_runs`. */
const leasedTask = `select leased_runs.task_id as id, leased_runs.public_id, tasks.interface, leased_runs.model, leased_runs.engine, leased_runs.phase, tasks.job,
     leased_runs.attempt, leased_runs.tries, leased_runs.lost_attempts, leased_runs.start_key, leased_runs.operation as handle, leased_runs.media,
     (extract(epoch from leased_runs.deadline_at - now()) * 1000)::float8 as time_left_ms, leased_runs.cancel_requested, tasks.created_at,
     (extract(epoch from now() - coalesce(tasks.ordered_at, tasks.created_at)) * 1000)::float8 as waited_ms, leased_runs.tier_rank, leased_runs.turn, leased_runs.avoid,
     tasks.traceparent, tasks.tracestate, tasks.via,
     (select json_build_object('recipe', case when parent.engine = leased_runs.engine or exists (
          select from engines past join engines present using (kind) where past.name = parent.engine and present.name = leased_runs.engine
        ) then parent.recipe end, 'prompt', parent.prompt)
      from tasks parent where parent.id = tasks.parent_id and parent.files_deleted_at is null) as parent
   from leased_runs join tasks on tasks.id = leased_runs.task_id`;

/**
 * A task that lost an attempt is a suspect until its media is there, a remote engine has answered that it is
 * in progress, or a worker was lost without it (lost-workers.ts). Only one suspect is leased at a time, so
 * that it costs no other task an attempt: the one with the fewest lost attempts, so that a task that ends its
 * workers is left with them, and one that was only there is soon cleared.
 */
const suspectInHand =
  'select from task_runs where engine = $1::text and lost_attempts > 0 and lease_until > now()';
/** As seen under the lock, if the runs are counted. */
const noSuspectInHand = `not exists (select from engine_load where has_suspect) and not exists (${suspectInHand})`;

/** Candidates beyond those wanted, because another worker may be taking the first ones. */
const spare = 64;

/**
 * $1 engine, $2 owner, $3 how many, $4 lease in milliseconds, $5 how many runs the engine may have in all
 * workers (null: any number), $6 whether the leased tasks are starting with that, $7 generation of the
 * configuration that the worker knows, $8 models that routes lead to the engine, $9 seconds that a task of
 * each may take. A drained engine gets only tasks that were started before. Its row is locked, so that a
 * drain either waits for this statement or is seen by it. It is locked for the first new task: a statement
 * that leases nothing writes nothing, so its commit does not wait for the disk.
 */
const leaseHead = `engine as materialized (
     select drained_at from engines where name = $1::text for share
   ), route as materialized (
     select model, seconds, place from unnest($8::text[], $9::int[]) with ordinality as route (model, seconds, place)
   ), engine_load as materialized (
     -- Only if the engine has a number of slots. The function counts under a lock.
     select runs, has_suspect from runs_under_lock($1::text) where $5::int is not null
   ), free_slots as (
     -- None while this process does not know the newest configuration.
     select case when exists (select from config_generation where generation <> $7::bigint) then 0
       else greatest(0, least($3::int, $5::int - (select runs from engine_load))) end as slots
   )`;
/** A condition on a row of `task_queue`: it was started before, or its engine is not drained. */
const mayStart = '(started_at is not null or not exists (select from engine where drained_at is not null))';
const leaseTail = `removed_places as (
     -- The places in the queue become runs with a lease.
     delete from task_queue using next_tasks
     where task_queue.task_id = next_tasks.task_id and task_queue.task_id = any(array(select task_id from next_tasks)) returning task_queue.*, next_tasks.routing
   ), leased_runs as (
     insert into task_runs (task_id, public_id, account_id, model, tier_rank, turn, engine, phase, lease_owner, lease_until, attempt, tries,
       lost_attempts, started_at, deadline_at, has_hook, start_key, avoid, routing, start_by)
     select task_id, public_id, account_id, removed_places.model, tier_rank, turn, $1::text, case when $6::boolean then 'starting' else 'queued' end,
       $2::text, now() + $4::int * interval '1 ms', attempt + 1, tries, lost_attempts,
       case when $6::boolean then coalesce(started_at, now()) else started_at end,
       case when $6::boolean then coalesce(deadline_at, now() + route.seconds * interval '1 s') else deadline_at end,
       has_hook, case when $6::boolean then task_id::text || ':' || tries end, avoid, removed_places.routing, start_by
     from removed_places join route using (model)
     returning *
   )
   ${leasedTask} order by leased_runs.tier_rank, leased_runs.turn`;

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
     select task_id, tier_rank, turn from route join task_queue using (model)
     where attempt > 0 and due_at <= now() and (lost_attempts = 0 or task_id = (select task_id from suspect))
       and ($10::bigint[])[(place - 1) * 3 + tier_rank] < ${noTurn}
     union all
     select head.task_id, head.tier_rank, head.turn from queue_heads_of($8::text[], $10::bigint[], $3::int + ${spare}) head
     where not exists (select from engines where name = $1::text and drained_at is not null)
   ), next_tasks as materialized (
     select locked_places.task_id, null::jsonb as routing from (select task_id from candidates order by tier_rank, turn) ordered_candidates, lateral (
       select task_id from task_queue where task_queue.task_id = ordered_candidates.task_id and ${mayStart} for update skip locked
     ) locked_places limit (select slots from free_slots)
   ), ${leaseTail}`,
);

/**
 * Those that were chosen ($10 ids, $11 why they go to this engine), as far as no other worker has taken them.
 */
const leaseChosen = indexedStatement(
  'lease_chosen_tasks',
  `with ${leaseHead}, chosen_tasks as materialized (
     select task_id, routing from unnest($10::uuid[], $11::jsonb[]) as chosen_tasks (task_id, routing)
   ), suspect as (
     select task_id from chosen_tasks join task_queue using (task_id) where lost_attempts > 0 and ${noSuspectInHand}
     order by lost_attempts, due_at limit 1
   ), next_tasks as materialized (
     select locked_places.task_id, chosen_tasks.routing from chosen_tasks, lateral (
       select task_id from task_queue where task_queue.task_id = chosen_tasks.task_id and due_at <= now() and task_queue.model in (select model from route)
         and (lost_attempts = 0 or task_queue.task_id = (select task_id from suspect)) and ${mayStart}
       for update skip locked
     ) locked_places limit (select slots from free_slots)
   ), ${leaseTail}`,
);

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
 * worker is advancing, whose leases may have expired. A lease that expired with its owner still named was
 * lost, although other leases of the owner are held: a release removes the owner. All runs that were lost for
 * the first time are adopted together.
 */
const adopt = indexedStatement(
  'adopt_runs',
  `with suspect as (
     select task_id from task_runs
     where engine = $1::text and lost_attempts > 1 and due_at <= now() and (lease_until is null or lease_until < now())
       and task_id <> all($5::uuid[]) and not exists (${suspectInHand})
     order by lost_attempts, due_at limit 1
   ), free_runs as (
     select task_id from task_runs
     where engine = $1::text and due_at <= now() and (lease_until is null or lease_until < now()) and task_id <> all($5::uuid[])
       and (lost_attempts <= 1 or task_id = (select task_id from suspect))
     order by due_at limit $3::int for no key update skip locked
   ), leased_runs as (
     update task_runs set lease_owner = $2::text, lease_until = now() + $4::int * interval '1 ms', attempt = attempt + 1,
       lost_attempts = lost_attempts + (lease_owner is not null)::int
     from free_runs where task_runs.task_id = free_runs.task_id
     returning task_runs.*
   )
   ${leasedTask} order by leased_runs.due_at`,
);

export async function leaseQueuedTasks(db: Database, request: QueueLeaseRequest): Promise<LeasedTask[]> {
  const statement = request.tasks ? leaseChosen : leaseFirst;
  const rows = await readRows<TaskRow>(db, statement, queueLeaseValues(request));
  const startingIds = rows.filter(row => row.phase === 'starting').map(row => row.publicId);
  if (startingIds.length > 0) db.hint('tasks', startingIds);
  return rows.map(row => toLeasedTask(row, request.owner));
}

/**
 * Those of the engines with a run that a worker can adopt, and whether one was lost with
 * another worker. Reads all runs.
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
  const rows = await readRows<TaskRow>(db, adopt, [engine, owner, limit, leaseMs, except]);
  return rows.map(row => toLeasedTask(row, owner));
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

function toLeasedTask(row: TaskRow, owner: string): LeasedTask {
  const { id, attempt, timeLeftMs, createdAt, avoid, traceparent, tracestate, ...task } = row;
  return {
    ...task,
    lease: { taskId: id, owner, attempt },
    // By the database's clock, so that a wrong clock of a worker has no effect.
    deadlineMs: timeLeftMs === undefined ? undefined : systemClock.now() + timeLeftMs,
    createdMs: createdAt.getTime(),
    avoid: avoid ?? [],
    trace: storedTrace({ traceparent, tracestate }),
  };
}
