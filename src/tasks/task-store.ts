/** The worker's statements on tasks. Every write names the lease: of an older attempt it matches no row. */
import type { EngineMedia, Json, Operation } from '../engines/engine.ts';
import type { Database, Queryable } from '../db/open.ts';
import { statement } from '../db/statement.ts';
import { systemClock } from '../lib/clock.ts';
import type { StoredFile } from '../media/stored-file.ts';
import { sourcesOf, type Interface, type Lease, type LeasedTask, type Phase, type TaskJob } from './task.ts';

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
  /** Frees every lease: only for a process that knows it is alone. */
  releaseAll(): Promise<number>;
  /** When the next task of these engines falls due, in milliseconds from now; undefined when none waits. */
  nextDueMs(engines: readonly string[]): Promise<number | undefined>;

  /** The rest answer false when the lease is lost; this one also for a new task of an engine that was drained meanwhile. */
  moveToStarting(lease: Lease, startKey: string, timeoutSeconds: number): Promise<boolean>;
  moveToRunning(lease: Lease, operation: Operation): Promise<boolean>;
  moveToSaving(
    lease: Lease,
    done: {
      media: readonly EngineMedia[];
      recipe: Json | undefined;
      texts: readonly string[] | undefined;
    },
  ): Promise<boolean>;
  /** Back into the queue. `counted`: as a failed try. */
  moveToQueued(lease: Lease, again: { delayMs: number; counted: boolean }): Promise<boolean>;
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
  start_key: string | null;
  operation: Operation;
  media: EngineMedia[] | null;
  time_left_ms: number | null;
  cancel_requested: boolean;
  created_at: Date;
}

/** A drained engine is given what was begun before, and nothing new. */
const leaseTasks = statement(
  'lease_tasks',
  `with begun as (
     select id from tasks
     where engine = $1::text and phase in ('starting', 'running', 'saving') and due_at <= now() and (lease_until is null or lease_until < now())
       and id <> all($6::uuid[])
     order by due_at limit $3::int for update skip locked
   ), free as (
     select greatest(0, least($3::int - (select count(*) from begun), $5::int - (
       select count(*) from tasks where engine = $1::text
         and (phase in ('starting', 'running', 'saving') or (phase = 'queued' and lease_until > now()))))) as slots
   ), drained as (
     select from engines where name = $1::text and drained_at is not null
   ), begun_again as (
     select id from tasks
     where engine = $1::text and phase = 'queued' and started_at is not null and exists (select from drained)
       and due_at <= now() and (lease_until is null or lease_until < now()) and id <> all($6::uuid[])
     order by tier_rank, turn limit (select slots from free) for update skip locked
   ), queued as (
     select id from tasks
     where engine = $1::text and phase = 'queued' and not exists (select from drained)
       and due_at <= now() and (lease_until is null or lease_until < now()) and id <> all($6::uuid[])
     order by tier_rank, turn limit (select slots from free) for update skip locked
   )
   update tasks set lease_owner = $2::text, lease_until = now() + $4::int * interval '1 ms', attempt = tasks.attempt + 1
   from (select id from begun union all select id from begun_again union all select id from queued) picked
   where tasks.id = picked.id
   returning tasks.id, tasks.public_id, tasks.interface, tasks.model, tasks.engine, tasks.phase, tasks.job, tasks.attempt, tasks.tries,
     tasks.start_key, tasks.operation, tasks.media,
     (extract(epoch from tasks.deadline_at - now()) * 1000)::float8 as time_left_ms, tasks.cancel_requested, tasks.created_at,
     (select json_build_object('recipe', case when parent.engine = tasks.engine then parent.recipe end, 'prompt', parent.job->>'prompt') from tasks parent where parent.id = tasks.parent_id) as parent`,
);

const renewLeases = statement(
  'renew_leases',
  `update tasks set lease_until = now() + $3 * interval '1 ms' where id = any($2::uuid[]) and lease_owner = $1
   returning id, attempt, cancel_requested`,
);
const releaseLeases = statement(
  'release_leases',
  `update tasks set lease_until = null, lease_owner = null where id = any($2::uuid[]) and lease_owner = $1`,
);
const releaseAllLeases = statement(
  'release_all_leases',
  `update tasks set lease_until = null, lease_owner = null
   where phase in ('queued', 'starting', 'running', 'saving') and lease_until is not null returning id`,
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

/** A write under a lease. `$1` task, `$2` owner, `$3` attempt. */
function leased(name: string, to: Phase | undefined, assignments: string) {
  const phase = to ? `phase = '${to}', ` : '';
  const from = to
    ? ` and phase in (${sourcesOf(to)
        .map(source => `'${source}'`)
        .join(', ')})`
    : '';
  return statement(
    name,
    `update tasks set ${phase}${assignments} where id = $1 and lease_owner = $2 and attempt = $3${from}
     returning pg_notify('kinora_task', public_id)`,
  );
}

/**
 * The engine may have been drained since the lease. Its row is locked, so that whoever drains it waits for what is just
 * begun, or is waited for: after the answer nothing new begins.
 */
const toStarting = statement(
  'move_to_starting',
  `with engine as (
     select drained_at from engines where name = (select engine from tasks where id = $1) for share
   )
   update tasks set phase = 'starting', start_key = $4, started_at = coalesce(started_at, now()),
     deadline_at = coalesce(deadline_at, now() + $5 * interval '1 s')
   where id = $1 and lease_owner = $2 and attempt = $3 and phase = 'queued'
     and (started_at is not null or not exists (select from engine where drained_at is not null))
   returning pg_notify('kinora_task', public_id)`,
);
const toRunning = leased('move_to_running', 'running', `operation = $4`);
const toSaving = leased('move_to_saving', 'saving', `media = $4, recipe = $5, texts = $6`);
const toQueued = leased(
  'move_to_queued',
  'queued',
  `start_key = null, operation = null, media = null, progress = 0, lease_owner = null, lease_until = null,
   due_at = now() + $4 * interval '1 ms', tries = tries + $5`,
);
const putDown = leased(
  'postpone_task',
  undefined,
  `due_at = now() + $4 * interval '1 ms', lease_owner = null, lease_until = null`,
);
const tryAgain = leased(
  'try_step_again',
  undefined,
  `due_at = now() + $4 * interval '1 ms', lease_owner = null, lease_until = null, tries = tries + 1`,
);
/** Progress never goes back, whatever the engine says. */
const progress = leased('save_progress', undefined, `progress = greatest(progress, $4)`);
const progressWithPreview = statement(
  'save_progress_with_preview',
  `with task as (
     update tasks set progress = greatest(progress, $4) where id = $1 and lease_owner = $2 and attempt = $3 returning id, public_id
   ), file as (
     insert into outputs (key, task_id, kind, ordinal, storage_key, content_type, size_bytes, width, height, sha256)
     select $5, task.id, 'preview', (select coalesce(max(ordinal) + 1, 0) from outputs where task_id = $1 and kind = 'preview'),
       $6, $7, $8, $9, $10, $11 from task
   )
   select pg_notify('kinora_task', public_id) from task`,
);

export function openTaskStore(db: Database): TaskStore {
  const write = async (
    to: ReturnType<typeof statement>,
    lease: Lease,
    values: readonly unknown[],
  ): Promise<boolean> => {
    const rows = await db.query(to, [lease.taskId, lease.owner, lease.attempt, ...values]);
    return rows.length === 1;
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
    releaseAll: async () => (await db.query(releaseAllLeases)).length,
    nextDueMs: async engines => {
      const [row] = await db.query<{ ms: number | null }>(nextDue, [engines]);
      return row?.ms == null ? undefined : Math.max(0, row.ms);
    },
    moveToStarting: (lease, startKey, timeoutSeconds) => write(toStarting, lease, [startKey, timeoutSeconds]),
    moveToRunning: (lease, operation) => write(toRunning, lease, [JSON.stringify(operation)]),
    moveToSaving: (lease, { media, recipe, texts }) =>
      write(toSaving, lease, [JSON.stringify(media), toJson(recipe), toJson(texts)]),
    moveToQueued: (lease, { delayMs, counted }) => write(toQueued, lease, [delayMs, counted ? 1 : 0]),
    postpone: (lease, delayMs) => write(putDown, lease, [delayMs]),
    tryAgain: (lease, delayMs) => write(tryAgain, lease, [delayMs]),
    saveProgress: (lease, percent, preview) =>
      preview
        ? write(progressWithPreview, lease, [
            percent,
            preview.key,
            preview.storageKey,
            preview.contentType,
            preview.sizeBytes,
            preview.width,
            preview.height,
            preview.sha256,
          ])
        : write(progress, lease, [percent]),
  };
}

function toJson(value: unknown): string | null {
  return value === undefined ? null : JSON.stringify(value);
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
    startKey: row.start_key ?? undefined,
    operation: row.operation ?? undefined,
    media: row.media ?? undefined,
    // By the database's clock, so that a worker whose own is wrong does not judge.
    deadlineMs: row.time_left_ms === null ? undefined : systemClock.now() + row.time_left_ms,
    cancelRequested: row.cancel_requested,
    createdMs: row.created_at.getTime(),
  };
}
