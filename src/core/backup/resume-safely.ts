/**
 * Prepares restored rows for the server that starts on them. The old server went on after the snapshot, and
 * it is unknown what it did: tasks that the snapshot has in the queue may have been started and paid for.
 */
import type pg from 'pg';
import type { EngineHandle } from '../../engines/contract/engine-handle.ts';
import { endLostRuns } from '../tasks/work/end-lost-runs.ts';

/** What a restore has to know of an engine, without calling it. */
export type EnginesAtRest = (engine: RestoredEngine) => EngineAtRest;

export interface EngineAtRest {
  /** Its work costs the operator money, so it must start nothing before an operator resumes it. */
  readonly isPaid: boolean;
  /** Whether following work that it has begun may start more. */
  readonly mayStartMore: (handle: EngineHandle) => boolean;
}

/** What was done so that nothing is bought twice. */
export interface SafelyResumed {
  /** Names of the engines that it drained. */
  readonly drained: readonly string[];
  /**
   * Public ids of the tasks that it ended without a charge, because a paid engine may have begun a part of
   * them that is not in the backup.
   */
  readonly ended: readonly string[];
}

export interface RestoredEngine {
  readonly name: string;
  readonly kind: string;
  readonly url: string | null;
  readonly settings: unknown;
  /** A route to it has a cost. */
  readonly hasCost: boolean;
}

/** Leases of processes that are gone. A task whose lease is released has lost no attempt. */
const releaseRuns =
  'update task_runs set lease_owner = null, lease_until = null where lease_owner is not null';
const releaseHooks = `update hooks set lease_owner = null, lease_until = null
   where lease_owner is not null or lease_until is not null`;

/**
 * Runs whose engine was not called yet are placed in the queue again, because a drained
 * engine would still start them.
 */
const freeReservations = `update task_runs set cost_micros = 0
   where phase = 'queued' and reserved_micros is not null`;
const queueAgain = `with queued_runs as (
     -- Runs that no engine was asked to start: these tasks are in the queue again.
     delete from task_runs where phase = 'queued' returning *
   )
   insert into task_queue (
     task_id, public_id, account_id, model, engine, tier_rank, turn, due_at, attempt, tries, lost_attempts,
     has_hook, avoid, start_by
   )
   select task_id, public_id, account_id, model, engine, tier_rank, turn, due_at, attempt, tries,
     lost_attempts, has_hook, avoid, start_by
   from queued_runs`;
/**
 * Forgets the starts of tasks that wait for another try, because a drained engine would still start them.
 * Their time begins again.
 */
const forgetStarts = `update task_queue set started_at = null, deadline_at = null
   where started_at is not null or deadline_at is not null`;

/** Trials that were asked for, and perhaps run. */
const dropTrials = 'delete from engine_trials where answered_at is null';

/**
 * Clients of event streams name the last change that they saw, which may be later than the snapshot. Changes
 * continue beyond any number that the old server can have reached.
 */
const skipChanges = `select setval('task_change', (select last_value from task_change) + 1000000000)`;

const listEngines = `select name, kind, url, settings,
     exists (select from routes where routes.engine = engines.name and cost_micros > 0) as "hasCost",
     removed_at is null and drained_at is null as "isInUse"
   from engines where kind is not null`;
/** Work that a paid engine has begun, or may have begun. */
const listRuns = `select task_id, engine, phase, operation from task_runs
   where engine = any($1) and phase in ('starting', 'running')`;
const drain = `update engines set drained_at = now(), drained_by = 'restore', drained_reason = $2
   where name = any($1)`;

export interface ResumeTerms {
  /** When the snapshot was taken. */
  readonly takenAt: string;
  readonly enginesAtRest: EnginesAtRest;
  /** How long the records of ended tasks are kept. */
  readonly retentionHours: number;
}

export async function resumeSafely(
  client: pg.Client,
  { takenAt, enginesAtRest, retentionHours }: ResumeTerms,
): Promise<SafelyResumed> {
  for (const change of [
    releaseRuns,
    releaseHooks,
    freeReservations,
    queueAgain,
    forgetStarts,
    dropTrials,
    skipChanges,
  ])
    await client.query(change);
  const { rows } = await client.query<RestoredEngine & { isInUse: boolean }>(listEngines);
  const paidEngines = rows
    .map(engine => ({ ...engine, ...enginesAtRest(engine) }))
    .filter(engine => engine.isPaid);
  const endedTasks = await endUncertainRuns(
    client,
    new Map(paidEngines.map(engine => [engine.name, engine])),
    retentionHours,
  );
  const drainedEngines = paidEngines.filter(({ isInUse }) => isInUse).map(({ name }) => name);
  await client.query(drain, [
    drainedEngines,
    `Restored from a backup of ${takenAt}. Check the queue, then resume it.`,
  ]);
  return { drained: drainedEngines, ended: endedTasks };
}

interface RunRow {
  task_id: string;
  engine: string;
  phase: 'starting' | 'running';
  operation: EngineHandle;
}

/**
 * A drained engine continues with what it has begun, so draining alone does not keep it from starting the
 * next step of a job. Since the snapshot, the old server may have bought that step, or the start that was
 * about to be made. What only has to be fetched continues.
 */
async function endUncertainRuns(
  client: pg.Client,
  paidEngines: ReadonlyMap<string, EngineAtRest>,
  retentionHours: number,
): Promise<string[]> {
  const { rows } = await client.query<RunRow>(listRuns, [[...paidEngines.keys()]]);
  const uncertain = rows.filter(
    ({ engine, phase, operation }) =>
      phase === 'starting' || paidEngines.get(engine)?.mayStartMore(operation),
  );
  return endLostRuns(client, { taskIds: uncertain.map(row => row.task_id), retentionHours });
}
