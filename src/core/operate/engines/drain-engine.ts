/**
 * A drained engine gets no new tasks on any worker until it is resumed. It finishes the tasks that it has
 * (tasks/work/lease-tasks.ts).
 */
import type { Queryable } from '../../../platform/db/open.ts';
import { readFirst } from '../../../platform/db/row.ts';
import { statement } from '../../../platform/db/statement.ts';

export interface Drain {
  readonly by: string;
  readonly reason: string | undefined;
}

/** Draining again does not change the time, but replaces the operator and the reason. */
const drain = statement(
  'drain_engine',
  `insert into engines (name, drained_at, drained_by, drained_reason)
   values ($1, now(), $2, $3)
   on conflict (name)
   do update set drained_at = coalesce(engines.drained_at, now()), drained_by = $2, drained_reason = $3
   returning pg_notify('kinora_engine', $1)`,
);
const resume = statement(
  'resume_engine',
  `update engines set drained_at = null, drained_by = null, drained_reason = null, since = now()
   where name = $1 and drained_at is not null returning pg_notify('kinora_engine', $1)`,
);
const selectDrain = statement(
  'drain_of_engine',
  `select drained_by as by, drained_reason as reason from engines
   where name = $1 and drained_at is not null for update`,
);

export async function drainEngine(db: Queryable, engine: string, { by, reason }: Drain): Promise<void> {
  await db.query(drain, [engine, by, reason ?? null]);
}

/** Does nothing if the engine is not drained. */
export async function resumeEngine(db: Queryable, engine: string): Promise<void> {
  await db.query(resume, [engine]);
}

/**
 * Locks the drain of an engine for a transaction that changes it. Returns undefined if the engine is not
 * drained.
 */
export async function lockDrain(db: Queryable, engine: string): Promise<Drain | undefined> {
  return readFirst(db, selectDrain, [engine]);
}
