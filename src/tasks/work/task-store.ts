/** The worker's statements on tasks. Every write names the lease: of an older attempt it matches no row. */
import type { EngineMedia, Json, EngineHandle } from '../../engines/engine.ts';
import type { Database, Queryable } from '../../db/open.ts';
import { statement, type Statement } from '../../db/statement.ts';
import { systemClock } from '../../lib/clock.ts';
import type { StoredFile } from '../../media/storage/stored-file.ts';
import { leaseTasks } from './lease-tasks.ts';
import {
  openPhases,
  sourcesOf,
  type Interface,
  type Lease,
  type LeasedTask,
  type Phase,
  type TaskJob,
} from '../task.ts';

export interface LeaseRequest {
  readonly engine: string;
  readonly owner: string;
  /** How many this worker can take. */
  readonly limit: number;
  /** How many may be begun on the engine at all, by every worker together; undefined: no matter. */
  readonly maxBegun: number | undefined;
  /** Those in hand already: their leases may have run out, but not their work. */
  readonly except: readonly string[];
  readonly leaseMs: number;
}

export interface TaskStore {
  /** Takes up to `limit` due tasks of one engine: those already begun first, then by tier and turn; of a drained one no new. */
  lease(take: LeaseRequest): Promise<LeasedTask[]>;
  /** Extends the leases; answers with those still held and whether their cancellation was asked for. */
  renew(
    owner: string,
    taskIds: readonly string[],
    leaseMs: number,
  ): Promise<Map<string, { attempt: number; cancelRequested: boolean }>>;
  /** Lets others take them at once, in the phase they are in. */
  release(owner: string, taskIds: readonly string[]): Promise<void>;
  /** Ends every lease as lost: only for a process that knows it is alone. */
  endAllLeases(): Promise<number>;
  /** When the next task of these engines falls due, in milliseconds from now; undefined when none waits. */
  nextDueMs(engines: readonly string[]): Promise<number | undefined>;

  /** The rest answer false when the lease is lost; this one also for a new task of an engine that was drained meanwhile. */
  moveToStarting(lease: Lease, startKey: string, timeoutSeconds: number): Promise<boolean>;
  moveToRunning(lease: Lease, operation: EngineHandle): Promise<boolean>;
  moveToSaving(
    lease: Lease,
    done: {
      media: readonly EngineMedia[];
      recipe: Json | undefined;
      texts: readonly string[] | undefined;
    },
  ): Promise<boolean>;
  /** Back into the queue. `counted`: as a failed try. `attemptLost`: the work was lost without a failure that names a cause. */
  moveToQueued(
    lease: Lease,
    again: { delayMs: number; counted: boolean; attemptLost: boolean },
  ): Promise<boolean>;
  /** Puts the task down in its phase until it is due again. */
  postpone(lease: Lease, delayMs: number): Promise<boolean>;
  /** The same, counted as a failed try. */
  tryAgain(lease: Lease, delayMs: number): Promise<boolean>;
  saveProgress(lease: Lease, percent: number, preview?: StoredFile): Promise<boolean>;
}

interface TaskRow {
  id: string;
  public_id: string;
  interface: Interface;
  model: string;
  engine: string;
  phase: Phase;
  job: TaskJob;
  parent: { recipe: Json; prompt: string } | null;
  attempt: number;
  tries: number;
  lost_attempts: number;
  start_key: string | null;
  operation: EngineHandle;
  media: EngineMedia[] | null;
  time_left_ms: number | null;
  cancel_requested: boolean;
  created_at: Date;
}

const renewLeases = statement(
  'renew_leases',
  `with held as materialized (
     select id from tasks where id = any($2::uuid[]) and lease_owner = $1 order by id for no key update
   )
   update tasks set lease_until = now() + $3 * interval '1 ms' from held where tasks.id = held.id
   returning tasks.id, attempt, cancel_requested`,
);
const releaseLeases = statement(
  'release_leases',
  `update tasks set lease_until = null, lease_owner = null where id = any($2::uuid[]) and lease_owner = $1`,
);
const endLeases = statement(
  'end_all_leases',
  `update tasks set lease_until = now() - interval '1 ms'
   where phase in ('queued', 'starting', 'running', 'saving') and lease_until >= now() returning id`,
);
const lockEngine = statement('lock_engine', `select pg_advisory_xact_lock(4041, hashtext($1))`);

/** Tasks in the queue for the first time are announced; those that come back, and those begun, have their time. */
const nextDue = statement(
  'next_due',
  `select (extract(epoch from min(at) - now()) * 1000)::float8 as ms from (
     select greatest(due_at, coalesce(lease_until, due_at)) as at from tasks
     where engine = any($1) and phase in ('starting', 'running', 'saving')
     union all
     select due_at from tasks where engine = any($1) and phase = 'queued' and tries > 0
   ) due`,
);

/** The rows that the leases of `$1` name, locked in the order of their ids: renewals lock several, too. */
export const heldTasks = (columns: string, from: readonly Phase[], also = '') => `held as materialized (
     select item.* from jsonb_to_recordset($1::jsonb) as item (n int, id uuid, owner text, attempt int${columns && `, ${columns}`})
     join tasks using (id)
     where lease_owner = item.owner and tasks.attempt = item.attempt and phase in (${from.map(phase => `'${phase}'`).join(', ')})${also}
     order by tasks.id for no key update of tasks
   )`;

interface LeasedWrite {
  /** The phase that the task enters; undefined: it stays where it is. */
  readonly to?: Phase;
  /** Values of each write, as columns of a record. */
  readonly columns?: string;
  readonly assignments: string;
}

/** A write under a lease, for all writes of this kind that queue up while it runs (db/batch.ts). */
function leased(name: string, { to, columns = '', assignments }: LeasedWrite) {
  return statement(
    name,
    `with ${heldTasks(columns, to ? sourcesOf(to) : openPhases)}
   update tasks set ${to ? `phase = '${to}', ` : ''}${assignments} from held where tasks.id = held.id
   returning n, public_id`,
  );
}

const givenBack = `lease_owner = null, lease_until = null, due_at = now() + held.delay_ms * interval '1 ms'`;

/**
 * The engine may have been drained since the lease. Its row is locked, so that whoever drains it waits for what is just
 * begun, or is waited for: after the answer nothing new begins.
 */
const toStarting = statement(
  'move_to_starting',
  `with engine as materialized (
     select name, drained_at from engines
     where name in (select engine from tasks join jsonb_to_recordset($1::jsonb) as item (id uuid) using (id))
     order by name for share
   ), held as materialized (
     select item.* from jsonb_to_recordset($1::jsonb) as item (n int, id uuid, owner text, attempt int, start_key text, seconds int)
     join tasks using (id) left join engine on engine.name = tasks.engine
     where lease_owner = item.owner and tasks.attempt = item.attempt and phase = 'queued'
       and (started_at is not null or engine.drained_at is null)
     order by tasks.id for no key update of tasks
   )
   update tasks set phase = 'starting', start_key = held.start_key, started_at = coalesce(started_at, now()),
     deadline_at = coalesce(deadline_at, now() + held.seconds * interval '1 s')
   from held where tasks.id = held.id
   returning n, public_id`,
);
const toRunning = leased('move_to_running', {
  to: 'running',
  columns: 'operation jsonb',
  assignments: 'operation = held.operation',
});
const toSaving = leased('move_to_saving', {
  to: 'saving',
  columns: 'media jsonb, recipe jsonb, texts jsonb',
  assignments: 'media = held.media, recipe = held.recipe, texts = held.texts, lost_attempts = 0',
});
const toQueued = leased('move_to_queued', {
  to: 'queued',
  columns: 'delay_ms int, failed int, lost int',
  assignments: `start_key = null, operation = null, media = null, progress = 0, ${givenBack},
   tries = tries + held.failed, lost_attempts = lost_attempts + held.lost`,
});
const postpone = leased('postpone_task', { columns: 'delay_ms int', assignments: givenBack });
const tryAgain = leased('try_step_again', {
  columns: 'delay_ms int',
  assignments: `${givenBack}, tries = tries + 1`,
});
/** Progress never goes back, whatever the engine says. */
const progress = leased('save_progress', {
  columns: 'percent int',
  assignments: 'progress = greatest(progress, held.percent)',
});
const progressWithPreview = statement(
  'save_progress_with_preview',
  `with ${heldTasks('percent int, file jsonb', openPhases)}, task as (
     update tasks set progress = greatest(progress, held.percent) from held where tasks.id = held.id
     returning n, tasks.id, public_id, file
   ), file as (
     insert into outputs (key, task_id, kind, ordinal, storage_key, content_type, size_bytes, width, height, sha256)
     select key, task.id, 'preview', (select coalesce(max(ordinal) + 1, 0) from outputs where task_id = task.id and kind = 'preview'),
       "storageKey", "contentType", "sizeBytes", width, height, sha256
     from task, jsonb_to_record(file) as preview (key text, "storageKey" text, "contentType" text, "sizeBytes" bigint, width int, height int, sha256 text)
   )
   select n, public_id from task`,
);

export function openTaskStore(db: Database): TaskStore {
  const write = async (
    to: Statement,
    { taskId, owner, attempt }: Lease,
    values: object,
  ): Promise<boolean> => {
    const [row] = await db.batch<{ public_id: string }>(to, { id: taskId, owner, attempt, ...values });
    if (row) db.hint('tasks', [row.public_id]);
    return row !== undefined;
  };
  return {
    lease: async request => {
      const take = (on: Queryable) => on.query<TaskRow>(leaseTasks, leaseValues(request));
      // Workers that count what is begun must do so one after the other.
      const rows =
        request.maxBegun === undefined
          ? await take(db)
          : await db.transaction(async tx => {
              await tx.query(lockEngine, [request.engine]);
              return take(tx);
            });
      return rows.map(row => toLeasedTask(row, request.owner));
    },
    renew: async (owner, taskIds, leaseMs) => {
      const rows = await db.query<{ id: string; attempt: number; cancel_requested: boolean }>(renewLeases, [
        owner,
        taskIds,
        leaseMs,
      ]);
      return new Map(
        rows.map(row => [row.id, { attempt: row.attempt, cancelRequested: row.cancel_requested }]),
      );
    },
    release: async (owner, taskIds) => {
      await db.query(releaseLeases, [owner, taskIds]);
    },
    endAllLeases: async () => (await db.query(endLeases)).length,
    nextDueMs: async engines => {
      const [row] = await db.query<{ ms: number | null }>(nextDue, [engines]);
      return row?.ms == null ? undefined : Math.max(0, row.ms);
    },
    moveToStarting: (lease, startKey, timeoutSeconds) =>
      write(toStarting, lease, { start_key: startKey, seconds: timeoutSeconds }),
    moveToRunning: (lease, operation) => write(toRunning, lease, { operation }),
    moveToSaving: (lease, done) => write(toSaving, lease, done),
    moveToQueued: (lease, { delayMs, counted, attemptLost }) =>
      write(toQueued, lease, { delay_ms: delayMs, failed: counted ? 1 : 0, lost: attemptLost ? 1 : 0 }),
    postpone: (lease, delayMs) => write(postpone, lease, { delay_ms: delayMs }),
    tryAgain: (lease, delayMs) => write(tryAgain, lease, { delay_ms: delayMs }),
    saveProgress: (lease, percent, preview) =>
      preview
        ? write(progressWithPreview, lease, { percent, file: preview })
        : write(progress, lease, { percent }),
  };
}

function leaseValues({ engine, owner, limit, maxBegun, leaseMs, except }: LeaseRequest): unknown[] {
  return [engine, owner, limit, leaseMs, maxBegun ?? 2 ** 31 - 1, except];
}

function toLeasedTask(row: TaskRow, owner: string): LeasedTask {
  return {
    lease: { taskId: row.id, owner, attempt: row.attempt },
    publicId: row.public_id,
    interface: row.interface,
    model: row.model,
    engine: row.engine,
    phase: row.phase,
    job: row.job,
    parent: row.parent ?? undefined,
    tries: row.tries,
    lostAttempts: row.lost_attempts,
    startKey: row.start_key ?? undefined,
    operation: row.operation ?? undefined,
    media: row.media ?? undefined,
    // By the database's clock, so that a worker whose own is wrong does not judge.
    deadlineMs: row.time_left_ms === null ? undefined : systemClock.now() + row.time_left_ms,
    cancelRequested: row.cancel_requested,
    createdMs: row.created_at.getTime(),
  };
}
