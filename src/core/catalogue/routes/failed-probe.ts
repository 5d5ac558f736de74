/**
 * The last probe of an engine, if it failed: the engine is not called healthy until something succeeds on it
 * or its access changes. Stored in the database, because probes and tasks may run in different processes.
 */
import type { Queryable } from '../../../platform/db/open.ts';
import { statement } from '../../../platform/db/statement.ts';

/** Why a probe failed, in the languages of the Console. */
export interface ProbeFailure {
  readonly en: string;
  readonly zh: string;
}

export interface ProbedEngine {
  readonly name: string;
  readonly url: string | undefined;
  readonly settings: Readonly<Record<string, unknown>>;
}

/**
 * Records a failed probe, unless the engine was changed meanwhile: then the probe proves nothing about its
 * current access.
 */
const note = statement(
  'note_failed_probe',
  `update engines
   set failed_probe_since = coalesce(failed_probe_since, now()), failed_probe_at = now(),
     failed_probe_reason = $4
   where name = $1 and url is not distinct from $2 and settings = $3::jsonb and removed_at is null`,
);
const clearProbe =
  'failed_probe_since = null, failed_probe_at = null, failed_probe_reason = null, since = now()';
const forget = statement(
  'forget_failed_probe',
  `update engines set ${clearProbe} where name = $1 and failed_probe_at is not null`,
);
/**
 * Looks only at the tasks of the last minutes, so that it is fast however old the probe is.
 * Workers ask every few seconds.
 */
const forgetDisproved = statement(
  'forget_disproved_probes',
  `update engines set ${clearProbe}
   where name in (
     select name from engines
     where name = any($1::text[])
       and failed_probe_at is not null
       and exists (
         select from tasks
         where tasks.engine = engines.name
           and phase = 'succeeded'
           and finished_at > failed_probe_at
           and finished_at > now() - interval '10 minutes'
       )
     order by name for update
   )`,
);

export async function noteFailedProbe(
  db: Queryable,
  { name, url, settings }: ProbedEngine,
  { en, zh }: ProbeFailure,
): Promise<void> {
  await db.query(note, [name, url ?? null, settings, { en: toStorable(en), zh: toStorable(zh) }]);
}

/** It may quote the engine, and PostgreSQL rejects such characters in JSON. */
function toStorable(text: string): string {
  return text.replaceAll('\0', '\ufffd').toWellFormed();
}

/** A probe or a test succeeded, or the cause of the failure may be fixed. */
export async function forgetFailedProbe(db: Queryable, engine: string): Promise<void> {
  await db.query(forget, [engine]);
}

/** Forgets the failed probes of those of these engines on which a task has succeeded since. */
export async function forgetDisprovedProbes(db: Queryable, engines: readonly string[]): Promise<void> {
  await db.query(forgetDisproved, [engines]);
}
