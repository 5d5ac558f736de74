/** The end of a pause: from then on, an engine counts as healthy. */
import type { Queryable } from '../../../platform/db/open.ts';
import { statement } from '../../../platform/db/statement.ts';

/** So long after a pause, a route still counts as paused, because a task that waits tries it within seconds. */
export const trialSecondsAfterPause = 10;

/**
 * $1 engine, $2 model; null: all. A pause that is over although no task has tried its route ended by itself. Rows of engines are always
 * locked before those of breakers.
 */
const note = statement(
  'note_pause_end',
  `with ended as (
     select engine, least(now(), max(open_until) + ${trialSecondsAfterPause} * interval '1 s') as at from breakers
     where engine = coalesce($1, engine) and model = coalesce($2, model) and open_until is not null group by engine
   ), locked as (
     select name from engines where name in (select engine from ended) order by name for update
   )
   update engines set since = greatest(since, ended.at) from ended join locked on locked.name = ended.engine
   where engines.name = ended.engine`,
);

/** In a transaction, before the breakers of these routes are removed. Does nothing for routes that were not paused. */
export async function notePauseEnd(
  db: Queryable,
  { engine, model }: { readonly engine?: string; readonly model?: string },
): Promise<void> {
  await db.query(note, [engine ?? null, model ?? null]);
}
