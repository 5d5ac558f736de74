/** The end of a pause: from then on, an engine counts as healthy, and tasks no longer wait for it. */
import type { Queryable } from '../../../platform/db/open.ts';
import { announceChanged } from '../../../platform/db/change-feed.ts';
import { statement } from '../../../platform/db/statement.ts';

/**
 * How long after a pause a route still counts as paused, because a task that waits tries it within seconds.
 */
export const trialSecondsAfterPause = 10;

/**
 * $1 engine, $2 model; null: all. A pause that is over although no task has tried its route ended by itself.
 * Rows of engines are always locked before those of breakers.
 */
const note = statement(
  'note_pause_end',
  `with ended_pauses as (
     -- Pauses that are over: since when, for each engine.
     select engine, least(now(), max(open_until) + ${trialSecondsAfterPause} * interval '1 s') as at
     from breakers
     where engine = coalesce($1, engine) and model = coalesce($2, model) and open_until is not null
     group by engine
   ), locked_engines as (
     -- Locked in the order of their names, as everywhere.
     select name from engines where name in (select engine from ended_pauses) order by name for update
   )
   update engines set since = greatest(since, ended_pauses.at)
   from ended_pauses join locked_engines on locked_engines.name = ended_pauses.engine
   where engines.name = ended_pauses.engine`,
);

const announce = statement(
  'announce_waiting_tasks',
  `with paused_models as materialized (
     -- Models with a route that is paused, also if its pause is over.
     select model from breakers
     where engine = coalesce($1, engine) and model = coalesce($2, model) and opened_at is not null
   ), changed_tasks as (
     -- The tasks of these models that are open, as many of the queue as are soon read.
     (select public_id from task_runs where model in (select model from paused_models))
     union all (
       select public_id from task_queue
       where model in (select model from paused_models)
       order by tier_rank, turn limit 2000
     )
   )
   ${announceChanged}`,
);

/**
 * In a transaction, before the breakers of these routes are removed. Does nothing for
 * routes that were not paused.
 */
export async function notePauseEnd(
  db: Queryable,
  { engine, model }: { readonly engine?: string; readonly model?: string },
): Promise<void> {
  await db.query(note, [engine ?? null, model ?? null]);
  await announceWaiting(db, { engine, model });
}

/**
 * Announces the tasks that can wait for paused routes, because their records say since when they do.
 * Call it after a pause begins and before it ends. The records of tasks far back in a long queue
 * follow with their next change.
 */
export async function announceWaiting(
  db: Queryable,
  { engine, model }: { readonly engine?: string | undefined; readonly model?: string | undefined },
): Promise<void> {
  await db.query(announce, [engine ?? null, model ?? null]);
}
