/**
 * The worker's statements on the queue and on runs. Every write names the lease, so a write under the lease
 * of an older attempt matches no row.
 * @NOTE length: all statements with which a worker writes runs are in one file.
 */
import type { EngineHandle } from '../../../engines/contract/engine-handle.ts';
import type { EngineResult } from '../../../engines/contract/engine-result.ts';
import type { Database } from '../../../platform/db/open.ts';
import { indexedStatement, statement, type Statement } from '../../../platform/db/statement.ts';
import type { Micros } from '@kinora/shared/money';
import type { StoredFile } from '../../../media/storage/stored-file.ts';
import { type Adoptable, adoptRuns, type AdoptRequest, everyRun, findAdoptable } from './adopt-runs.ts';
import { leaseQueuedTasks, type QueueLeaseRequest } from './lease-tasks.ts';
import { countLostWorkers } from './lost-workers.ts';
import { openPhases, phasesBefore, type Lease, type LeasedTask, type Phase } from '../task.ts';

/** How a task returns to the queue. */
export interface Requeue {
  readonly delayMs: number;
  /** Whether it counts as a failed try. */
  readonly counted: boolean;
  /** The work was lost without a failure that names a cause. */
  readonly attemptLost: boolean;
  /** Whether no engine has accepted it. Its time then begins again with the next start. */
  readonly isNotStarted?: boolean;
  /** Engines that refused to begin it: another one takes it. */
  readonly rejectedBy?: readonly string[];
}

export interface TaskStore {
  /** Leases up to `limit` due tasks, in the order of tier and turn. A drained engine gets no new ones. */
  lease(take: QueueLeaseRequest): Promise<LeasedTask[]>;
  /** Engines with runs to adopt. */
  adoptable(engines: readonly string[], except: readonly string[]): Promise<Adoptable>;
  /** Counts the attempts that were lost with other workers. */
  countLostWorkers(owner: string): Promise<void>;
  /** Leases runs that were released, or whose process died. */
  adopt(take: AdoptRequest): Promise<LeasedTask[]>;
  /** Extends the leases. Returns those still held, and whether their cancellation was requested. */
  renew(
    owner: string,
    taskIds: readonly string[],
    leaseMs: number,
  ): Promise<Map<string, { attempt: number; cancelRequested: boolean }>>;
  /** Extends one lease. Returns undefined if it is lost. */
  renewOne(lease: Lease, leaseMs: number): Promise<{ readonly cancelRequested: boolean } | undefined>;
  /** Ends the leases, so that other workers can adopt the runs immediately, in their current phase. */
  release(owner: string, taskIds: readonly string[]): Promise<void>;
  /** Ends every lease as lost: only for a process that is certain to be the only one. */
  endAllLeases(): Promise<number>;
  /**
   * Milliseconds until the next task is due that is not announced by a hint. Returns undefined if there is
   * none.
   */
  nextDueMs(owner: string, engines: readonly string[]): Promise<number | undefined>;

  /**
   * Moves the task to `starting`. This method and all that follow return false if the lease is lost. This one
   * also returns false for a new task of an engine that was drained meanwhile.
   */
  moveToStarting(lease: Lease, startKey: string, timeoutSeconds: number): Promise<boolean>;
  /** `costMicros`: what the operator expects to pay for the job. */
  moveToRunning(lease: Lease, handle: EngineHandle, costMicros?: Micros): Promise<boolean>;
  /** The work is in progress, so it did not cause the loss of earlier attempts. */
  changeHandle(lease: Lease, handle: EngineHandle): Promise<boolean>;
  /** Stores the result. `handle` is the new handle, if it has changed. */
  moveToSaving(lease: Lease, result: EngineResult & { readonly handle?: EngineHandle }): Promise<boolean>;
  /** Stores what the operator pays for the job, as far as that is known now. */
  noteCost(lease: Lease, costMicros: number): Promise<boolean>;
  /** Moves the task back into the queue. */
  moveToQueued(lease: Lease, requeue: Requeue): Promise<boolean>;
  /** Releases the run until it is due again, and counts a failed try. */
  tryAgain(lease: Lease, delayMs: number): Promise<boolean>;
  /** The work is in progress, so it did not cause the loss of earlier attempts. */
  forgetLostAttempts(lease: Lease): Promise<boolean>;
  saveProgress(lease: Lease, percent: number, preview?: StoredFile): Promise<boolean>;
}

const releaseLeases = indexedStatement(
  'release_leases',
  `update task_runs set lease_until = null, lease_owner = null
   where task_id = any($2::uuid[]) and lease_owner = $1`,
);
const endLeases = statement(
  'end_all_leases',
  `update task_runs set lease_until = now() - interval '1 ms' where lease_until >= now() returning task_id`,
);
/** Tasks that are new in the queue are announced by a hint. */
const nextQueued = indexedStatement(
  'next_queued',
  `select (extract(epoch from min(at) - now()) * 1000)::float8 as ms
   from (
     select due_at as at from routes join task_queue using (model)
     where routes.engine = any($1) and routes.enabled and attempt > 0
     union all (
       select now()
       from routes join task_queue using (model) join engines on engines.name = routes.engine
       where routes.engine = any($1) and routes.enabled and drained_at is null and attempt = 0
       limit 1
     )
   ) due`,
);
const nextRun = statement(
  'next_run',
  `select (extract(epoch from min(greatest(due_at, lease_until)) - now()) * 1000)::float8 as ms
   from ${everyRun} where engine = any($1) and lease_owner is distinct from $2`,
);

/**
 * The runs that the leases of `$1` name, locked in the order of their ids: renewals lock several, too. Each
 * is looked up by itself: a plan that reads the runs in order walks over the dead rows of all of them.
 */
export const heldRuns = (
  columns: string,
  fromPhases: readonly Phase[],
  extraCondition = '',
) => `held_runs as materialized (
     -- The runs that the leases name.
     select item.*
     from (
       select *
       from jsonb_to_recordset($1::jsonb) as item (
         n int, id uuid, owner text, attempt int${columns && `, ${columns}`}
       )
       order by id
     ) item, lateral (
       select from task_runs
       where task_id = item.id
         and lease_owner = item.owner
         and task_runs.attempt = item.attempt
         and phase in (${fromPhases.map(phase => `'${phase}'`).join(', ')})${extraCondition}
       for no key update
     ) run
   )`;

/**
 * The condition that finds the runs of `held_runs`. The second part makes every plan look each of them
 * up: as soon as statistics say that there are few runs, one that reads them all would be chosen, which
 * walks over the dead rows, too.
 */
export const isHeld = 'task_id = held_runs.id and task_id = any(array(select id from held_runs))';

const renewLeases = indexedStatement(
  'renew_leases',
  `with held_runs as materialized (
     -- The runs that the leases name, locked in the order of their ids.
     select id from (select unnest($2::uuid[]) as id order by 1) item, lateral (
       select from task_runs where task_id = item.id and lease_owner = $1 for no key update
     ) run
   )
   update task_runs set lease_until = now() + $3 * interval '1 ms' from held_runs where ${isHeld}
   returning task_runs.task_id as id, attempt, cancel_requested`,
);

interface RenewedRow {
  readonly id: string;
  readonly attempt: number;
  readonly cancel_requested: boolean;
}
/**
 * Leases that one statement renews: its cost grows with their square (`isHeld`),
 * and it keeps their rows locked.
 */
const renewedAtOnce = 256;

const renewLease = indexedStatement(
  'renew_lease',
  `with ${heldRuns('lease_ms int', openPhases)}
   update task_runs set lease_until = now() + held_runs.lease_ms * interval '1 ms'
   from held_runs where ${isHeld}
   returning n, cancel_requested`,
);

interface LeasedWrite {
  /** The phase that the task enters. Undefined if it stays in its phase. */
  readonly to?: Phase;
  /** Values of each write, as columns of a record. */
  readonly columns?: string;
  readonly assignments: string;
}

/** A write under a lease, for all writes of this kind that queue up while it runs (db/batch.ts). */
function leaseWrite(name: string, { to, columns = '', assignments }: LeasedWrite) {
  return indexedStatement(
    name,
    `with ${heldRuns(columns, to ? phasesBefore(to) : openPhases)}
   update task_runs set ${to ? `phase = '${to}', ` : ''}${assignments} from held_runs where ${isHeld}
   returning n, public_id`,
  );
}

/**
 * The engine may have been drained since the lease. Its row is locked, so that a drain either waits for this
 * statement or is seen by it. After the drain, nothing new begins.
 */
const toStarting = indexedStatement(
  'move_to_starting',
  `with engine as materialized (
     -- The engines of the runs. A drain waits for this statement, or is seen by it.
     select name, drained_at from engines
     where name in (
       select engine from task_runs join jsonb_to_recordset($1::jsonb) as item (id uuid) on task_id = id
     )
     order by name for share
   ), held_runs as materialized (
     -- The runs that the leases name, unless a drained engine would begin something new.
     select item.*
     from (
       select *
       from jsonb_to_recordset($1::jsonb) as item (
         n int, id uuid, owner text, attempt int, start_key text, seconds int
       )
       order by id
     ) item, lateral (
       select from task_runs
       where task_id = item.id
         and lease_owner = item.owner
         and task_runs.attempt = item.attempt
         and phase = 'queued'
         and (
           started_at is not null
           or not exists (select from engine where name = task_runs.engine and drained_at is not null)
         )
       for no key update
     ) run
   )
   update task_runs
   set phase = 'starting', start_key = held_runs.start_key, started_at = coalesce(started_at, now()),
     deadline_at = coalesce(deadline_at, now() + held_runs.seconds * interval '1 s')
   from held_runs where ${isHeld}
   returning n, public_id`,
);
const toRunning = leaseWrite('move_to_running', {
  to: 'running',
  columns: 'handle jsonb, cost bigint',
  assignments: 'operation = held_runs.handle, cost_micros = held_runs.cost',
});
const changeHandle = leaseWrite('change_handle', {
  columns: 'handle jsonb',
  assignments: 'operation = held_runs.handle, lost_attempts = 0',
});
const toSaving = leaseWrite('move_to_saving', {
  to: 'saving',
  columns: 'media jsonb, recipe jsonb, texts jsonb, cost bigint, handle jsonb',
  assignments: `media = held_runs.media, recipe = held_runs.recipe, texts = held_runs.texts, lost_attempts = 0,
     cost_micros = coalesce(held_runs.cost, cost_micros), operation = coalesce(held_runs.handle, task_runs.operation)`,
});
const requeueColumns = 'delay_ms int, failed int, lost int, not_started boolean, rejected_by text[]';
/** `start_by` ends with the first start: a task that is tried again has started in time. */
const toQueued = indexedStatement(
  'move_to_queued',
  `with ${heldRuns(requeueColumns, openPhases)}, removed_runs as (
     -- The runs, which end without a result.
     delete from task_runs
     using held_runs
     where ${isHeld}
     returning task_runs.*, n, delay_ms, failed, lost, not_started, rejected_by
   ), new_places as (
     -- Their tasks are in the queue again.
     insert into task_queue (
       task_id, public_id, account_id, model, engine, tier_rank, turn, due_at, attempt, tries, lost_attempts,
       started_at, deadline_at, has_hook, avoid, start_by
     )
     select task_id, public_id, account_id, model, engine, tier_rank, turn,
       now() + delay_ms * interval '1 ms', attempt, tries + failed, lost_attempts + lost,
       case when not not_started then started_at end, case when not not_started then deadline_at end,
       has_hook, rejected_by, case when not_started or started_at is null then start_by end
     from removed_runs
   )
   select n, public_id from removed_runs`,
);
const tryAgain = leaseWrite('try_step_again', {
  columns: 'delay_ms int',
  assignments: `lease_owner = null, lease_until = null, due_at = now() + held_runs.delay_ms * interval '1 ms', tries = tries + 1`,
});
const forgetLost = leaseWrite('forget_lost_attempts', { assignments: 'lost_attempts = 0' });
const noteCost = leaseWrite('note_cost', {
  columns: 'cost bigint',
  assignments: 'cost_micros = held_runs.cost',
});
/** Progress never decreases, regardless of what the engine reports. */
const progress = leaseWrite('save_progress', {
  columns: 'percent int',
  assignments: 'progress = greatest(progress, held_runs.percent)',
});
const progressWithPreview = indexedStatement(
  'save_progress_with_preview',
  `with ${heldRuns('percent int, file jsonb', openPhases)}, changed_runs as (
     -- The runs with their progress.
     update task_runs set progress = greatest(progress, held_runs.percent)
     from held_runs where ${isHeld}
     returning n, task_id as id, public_id, file
   ), saved_previews as (
     -- The previews, each under the next number.
     insert into outputs (
       key, task_id, kind, ordinal, storage_key, content_type, size_bytes, width, height, sha256
     )
     select key, changed_runs.id, 'preview',
       (
         select coalesce(max(ordinal) + 1, 0) from outputs
         where task_id = changed_runs.id and kind = 'preview'
       ),
       "storageKey", "contentType", "sizeBytes", width, height, sha256
     from changed_runs, jsonb_to_record(file) as preview (
       key text, "storageKey" text, "contentType" text, "sizeBytes" bigint, width int, height int, sha256 text
     )
   )
   select n, public_id from changed_runs`,
);

export function openTaskStore(db: Database): TaskStore {
  const writeUnderLease = async (
    update: Statement,
    { taskId, owner, attempt }: Lease,
    values: object,
  ): Promise<boolean> => {
    const [row] = await db.background.batch<{ public_id: string }>(update, {
      id: taskId,
      owner,
      attempt,
      ...values,
    });
    if (row) db.hint('tasks', [row.public_id]);
    return row !== undefined;
  };
  return {
    lease: request => leaseQueuedTasks(db, request),
    adoptable: (engines, except) => findAdoptable(db, engines, except),
    countLostWorkers: owner => countLostWorkers(db, owner),
    adopt: request => adoptRuns(db, request),
    renew: async (owner, taskIds, leaseMs) => {
      const leases = new Map<string, { readonly attempt: number; readonly cancelRequested: boolean }>();
      for (let from = 0; from < taskIds.length; from += renewedAtOnce) {
        const values = [owner, taskIds.slice(from, from + renewedAtOnce), leaseMs];
        for (const { id, attempt, cancel_requested } of await db.query<RenewedRow>(renewLeases, values))
          leases.set(id, { attempt, cancelRequested: cancel_requested });
      }
      return leases;
    },
    renewOne: (lease, leaseMs) => renewOne(db.background, lease, leaseMs),
    release: async (owner, taskIds) => {
      await db.query(releaseLeases, [owner, taskIds]);
      db.hint('queue');
    },
    endAllLeases: async () => (await db.query(endLeases)).length,
    nextDueMs: async (owner, engines) => {
      const rows = await Promise.all([
        db.query<{ ms: number | null }>(nextQueued, [engines]),
        db.query<{ ms: number | null }>(nextRun, [engines, owner]),
      ]);
      const dueTimes = rows.flat().flatMap(({ ms }) => ms ?? []);
      return dueTimes.length === 0 ? undefined : Math.max(0, Math.min(...dueTimes));
    },
    moveToStarting: (lease, startKey, timeoutSeconds) =>
      writeUnderLease(toStarting, lease, { start_key: startKey, seconds: timeoutSeconds }),
    moveToRunning: (lease, handle, costMicros) =>
      writeUnderLease(toRunning, lease, {
        handle,
        cost: costMicros === undefined ? null : Number(costMicros),
      }),
    changeHandle: (lease, handle) => writeUnderLease(changeHandle, lease, { handle }),
    moveToSaving: (lease, { costMicros, ...result }) =>
      writeUnderLease(toSaving, lease, { ...result, cost: costMicros }),
    noteCost: (lease, costMicros) => writeUnderLease(noteCost, lease, { cost: costMicros }),
    moveToQueued: (lease, { delayMs, counted: isCounted, attemptLost, isNotStarted = false, rejectedBy }) =>
      writeUnderLease(toQueued, lease, {
        delay_ms: delayMs,
        failed: isCounted ? 1 : 0,
        lost: attemptLost ? 1 : 0,
        not_started: isNotStarted,
        rejected_by: rejectedBy,
      }),
    tryAgain: (lease, delayMs) => writeUnderLease(tryAgain, lease, { delay_ms: delayMs }),
    forgetLostAttempts: lease => writeUnderLease(forgetLost, lease, {}),
    saveProgress: (lease, percent, preview) =>
      preview
        ? writeUnderLease(progressWithPreview, lease, { percent, file: preview })
        : writeUnderLease(progress, lease, { percent }),
  };
}

async function renewOne(
  db: Pick<Database, 'batch'>,
  { taskId, owner, attempt }: Lease,
  leaseMs: number,
): ReturnType<TaskStore['renewOne']> {
  const item = { id: taskId, owner, attempt, lease_ms: leaseMs };
  const [row] = await db.batch<{ cancel_requested: boolean }>(renewLease, item);
  return row && { cancelRequested: row.cancel_requested };
}
