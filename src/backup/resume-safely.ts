/**
 * Prepares restored rows for the server that starts on them. The old server went on after the snapshot, and nobody knows what it did: tasks
 * that the snapshot has in the queue may have been started and paid for.
 */
import type pg from 'pg';

/** Given all engines that are in use and not drained, the names of those that must start nothing before an operator resumes them. */
export type EnginesAtRest = (engines: readonly RestoredEngine[]) => readonly string[];

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
const releaseHooks =
  'update hooks set lease_owner = null, lease_until = null where lease_owner is not null or lease_until is not null';

/** Runs whose engine was not called yet are placed in the queue again, because a drained engine would still start them. */
const freeReservations = `update task_runs set cost_micros = 0 where phase = 'queued' and reserved_micros is not null`;
const queueAgain = `with waiting as (delete from task_runs where phase = 'queued' returning *)
   insert into task_queue (task_id, public_id, account_id, model, engine, tier_rank, turn, due_at, attempt, tries, lost_attempts, has_hook, avoid)
   select task_id, public_id, account_id, model, engine, tier_rank, turn, due_at, attempt, tries, lost_attempts, has_hook, avoid from waiting`;
/** The same for tasks that wait for another try. Their time begins again. */
const forgetStarts =
  'update task_queue set started_at = null, deadline_at = null where started_at is not null or deadline_at is not null';

/** Trials that were asked for, and perhaps run. */
const dropTrials = 'delete from engine_trials where answered_at is null';

/**
 * Clients of event streams name the last change that they saw, which may be later than the snapshot. Changes continue beyond any number
 * that the old server can have reached.
 */
const skipChanges = `select setval('task_change', (select last_value from task_change) + 1000000000)`;

const listEngines = `select name, kind, url, settings,
     exists (select from routes where routes.engine = engines.name and cost_micros > 0) as "hasCost"
   from engines where kind is not null and removed_at is null and drained_at is null`;
const drain = `update engines set drained_at = now(), drained_by = 'restore', drained_reason = $2 where name = any($1)`;

/** Returns the names of the engines that it drained. */
export async function resumeSafely(
  client: pg.Client,
  takenAt: string,
  enginesAtRest: EnginesAtRest,
): Promise<string[]> {
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
  const { rows } = await client.query<RestoredEngine>(listEngines);
  const drained = [...enginesAtRest(rows)];
  await client.query(drain, [
    drained,
    `Restored from a backup of ${takenAt}. Check the queue, then resume it.`,
  ]);
  return drained;
}
