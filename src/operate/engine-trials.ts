/**
 * Trials of engines: the operator's side asks in a row and waits for its answer, a worker that has the engine takes it,
 * has it make something small and answers. Asked and answered by way of the database, since they may be two processes.
 */
import type { Queryable } from '../db/open.ts';
import { statement } from '../db/statement.ts';
import type { ErrorCode, ErrorDetails } from '../errors.ts';
import type { Clock } from '../lib/clock.ts';
import { newRowId } from '../lib/id.ts';
import type { TrialResult } from './try-engine.ts';

/** Who asked waits no longer. */
const waitMs = 20_000;
/** So that the answer is there before. */
export const trialTimeoutMs = 18_000;
const lookEveryMs = 100;

const ask = statement(
  'ask_engine_trial',
  `with forgotten as (delete from engine_trials where asked_at < now() - interval '1 hour')
   insert into engine_trials (id, engine) values ($1, $2) returning pg_notify('kinora_trial', $2)`,
);
/** What nobody waits for any more is left. */
const take = statement(
  'take_engine_trial',
  `update engine_trials set taken_at = now() where id in (
     select id from engine_trials
     where engine = any($1::text[]) and taken_at is null and asked_at > now() - interval '10 s'
     order by asked_at limit 1 for update skip locked
   ) returning id, engine`,
);
const answer = statement(
  'answer_engine_trial',
  `update engine_trials set answered_at = now(), files = $2, error_code = $3, error_details = $4, took_ms = $5
   where id = $1 and answered_at is null`,
);
const read = statement(
  'read_engine_trial',
  'select files, error_code, error_details, took_ms from engine_trials where id = $1 and answered_at is not null',
);

export interface TakenTrial {
  readonly id: string;
  readonly engine: string;
}

/** Answers with its id. It is heard of when the transaction ends. */
export async function askTrial(db: Queryable, engine: string): Promise<string> {
  const id = newRowId();
  await db.query(ask, [id, engine]);
  return id;
}

/** Undefined: nobody asks. */
export async function takeTrial(db: Queryable, engines: readonly string[]): Promise<TakenTrial | undefined> {
  const [row] = await db.query<TakenTrial>(take, [engines]);
  return row;
}

export async function answerTrial(
  db: Queryable,
  id: string,
  { tookMs, files, error }: TrialResult,
): Promise<void> {
  const details = error ? JSON.stringify(error.details) : null;
  await db.query(answer, [id, files ?? null, error?.code ?? null, details, tookMs]);
}

/** Undefined: no worker has answered in time. */
export async function awaitTrial(db: Queryable, id: string, clock: Clock): Promise<TrialResult | undefined> {
  const untilMs = clock.now() + waitMs;
  while (clock.now() < untilMs) {
    const [row] = await db.query<{
      files: number | null;
      error_code: ErrorCode | null;
      error_details: ErrorDetails | null;
      took_ms: number;
    }>(read, [id]);
    if (row) {
      const error = row.error_code ? { code: row.error_code, details: row.error_details ?? {} } : undefined;
      return { tookMs: row.took_ms, files: row.files ?? undefined, error };
    }
    await clock.sleep(lookEveryMs);
  }
  return undefined;
}
