/**
 * The end of a task: one statement, so one transaction, sets the terminal phase, settles or releases the hold
 * and names the finished files. A repeat finds the task ended and changes nothing.
 */
import type { ErrorCode, ErrorDetails } from '@kinora/shared/errors/errors';
import type { EngineResult } from '../../../engines/contract/engine-result.ts';
import type { Database } from '../../../platform/db/open.ts';
import { releaseOnTokens } from '../../accounts/token-limits.ts';
import { indexedStatement, type Statement } from '../../../platform/db/statement.ts';
import type { StoredFile } from '../../../media/storage/stored-file.ts';
import { phasesBefore, type EndPhase, type Lease } from '../task.ts';
import { heldRuns, isHeld } from './task-store.ts';

export type TaskEnd =
  | {
      readonly phase: 'succeeded';
      readonly files: readonly StoredFile[];
      /** What the engine returned with them, if it is not in the run. */
      readonly result?: Pick<EngineResult, 'recipe' | 'texts'>;
      readonly retentionHours: number;
    }
  | {
      readonly phase: 'failed' | 'cancelled';
      readonly code: ErrorCode;
      readonly details: ErrorDetails;
      /**
       * Whether the engine may have the result nevertheless. Its handle is then kept, so that the result can
       * be fetched later (reopen-task.ts).
       */
      readonly isKept?: boolean;
      /** Whether a paid engine accepted the job, or may have accepted it. */
      readonly mayCost?: boolean;
      readonly retentionHours: number;
    };

/**
 * Money for a set of tasks that just ended: the CTE `ended_tasks` with the columns `endedColumns`.
 * `${isBooked}` in a CTE that is always executed makes sure that this is, too.
 */
const moneyOfEnded = `new_balances as materialized (
     -- The balances of the accounts, from which the holds have gone.
     select account as id, available_now as available_micros
     from change_balances(
       (
         select jsonb_agg(change) from (
           select account_id as id, sum(amount_micros - charged_micros)::bigint as available,
             -sum(amount_micros)::bigint as held
           from ended_tasks
           group by account_id
         ) change
       )
     )
   ), ${releaseOnTokens}`;
const isBooked = 'exists (select from new_balances) and exists (select from tokens_released)';

/** Tasks that succeeded are charged what was held. */
const settleEnded = `${moneyOfEnded}, settle_entries as (
     -- What was charged.
     insert into ledger_entries (
       account_id, kind, from_book, to_book, amount_micros, task_id, token_id, price_version,
       available_micros, round
     )
     select account_id, 'settle', 'held', 'revenue', charged_micros, ended_tasks.id, token_id, price_version,
       new_balances.available_micros, reopened
     from ended_tasks join new_balances on new_balances.id = account_id
     where ${isBooked}
   )`;

/**
 * Releases the holds of all other tasks, which are charged nothing. The hold of a free task is released, too.
 * A task that waited for its modal had none.
 */
export const releaseEnded = `${moneyOfEnded}, release_entries as (
     -- What was not charged becomes available again.
     insert into ledger_entries (
       account_id, kind, from_book, to_book, amount_micros, task_id, token_id, price_version,
       available_micros, round
     )
     select account_id, 'release', 'held', 'available', amount_micros - charged_micros, ended_tasks.id,
       token_id, price_version,
       new_balances.available_micros + amount_micros - charged_micros
       - sum(amount_micros - charged_micros) over (partition by account_id order by ended_tasks.id desc),
       reopened
     from ended_tasks join new_balances on new_balances.id = account_id
     where held_on is not null and ${isBooked}
     order by ended_tasks.id
   )`;

export const endedColumns =
  'id, public_id, account_id, token_id, amount_micros, charged_micros, price_version, phase, follows_id, held_on, reopened';

/**
 * Sets when the record and files expire. A task that was deleted before its end expires immediately, and some
 * are kept for a shorter time.
 */
export const expiryAssignment = (hours: string) =>
  `expires_at = case
         when deleted_at is null
         then now() + least(${hours} * interval '1 hour', keep_seconds * interval '1 s')
         else now()
       end`;

/** Assignments that copy columns from the run, or from the place in the queue, into the task. */
export const runAssignments = (from: string) =>
  ['engine', 'started_at', 'attempt', 'tries']
    .map(column => `${column} = coalesce(${from}.${column}, tasks.${column})`)
    .join(', ');

/**
 * The public ids of the task and of the task whose button created it, whose record contains
 * which of its buttons were used.
 */
export const changedIds = `array[public_id]
     || array(select followed.public_id from tasks followed where followed.id = ended_tasks.follows_id)`;

/** The values that `heldRuns` reads for each run that ends. */
const endColumns =
  'hours int, code text, details jsonb, files jsonb, result jsonb, remote_job text, is_kept boolean, may_cost boolean';

function finishStatement(phase: EndPhase) {
  const isSuccess = phase === 'succeeded';
  const extraCondition = isSuccess ? ' and not cancel_requested' : '';
  return indexedStatement(
    `finish_${phase}`,
    `with ${heldRuns(endColumns, phasesBefore(phase), extraCondition)}, removed_runs as (
       -- The runs that ended.
       delete from task_runs
       using held_runs
       where ${isHeld}
       returning task_runs.*, n, hours, code, details, files, result, remote_job, is_kept, may_cost
     ), ended_tasks as (
       -- Their tasks, in the phase in which they end.
       update tasks
       set phase = '${phase}', finished_at = now(), charged_micros = ${isSuccess ? 'amount_micros' : '0'},
         ${expiryAssignment('removed_runs.hours')}, once_key = ${isSuccess ? 'once_key' : 'null'},
         progress = ${isSuccess ? '100' : 'removed_runs.progress'},
         recipe = coalesce(nullif(removed_runs.result -> 'recipe', 'null'), removed_runs.recipe),
         texts = coalesce(nullif(removed_runs.result -> 'texts', 'null'), removed_runs.texts),
         error_code = removed_runs.code, error_details = removed_runs.details,
         ${runAssignments('removed_runs')},
         cost_micros = coalesce(removed_runs.cost_micros, nullif(removed_runs.reserved_micros, 0)),
         routing = coalesce(removed_runs.routing, tasks.routing),
         remote_job = coalesce(removed_runs.remote_job, tasks.remote_job),
         may_cost = ${isSuccess ? 'false' : 'removed_runs.may_cost'}
       from removed_runs where tasks.id = removed_runs.task_id
       returning n, files, ${ofTasks(endedColumns)}
     ), ${isSuccess ? settleEnded : releaseEnded}, saved_files as (
       -- The files of the results.
       insert into outputs (
         key, task_id, kind, ordinal, storage_key, content_type, size_bytes, width, height, duration_ms,
         frames_per_second, has_sound, sha256
       )
       select key, ended_tasks.id, kind, ordinal, "storageKey", "contentType", "sizeBytes", width, height,
         "durationMs", "framesPerSecond", "hasSound", sha256
       from ended_tasks, jsonb_to_recordset(files) as file(
         key text, kind text, ordinal smallint, "storageKey" text, "contentType" text, "sizeBytes" bigint,
         width integer, height integer, "durationMs" integer, "framesPerSecond" double precision,
         "hasSound" boolean, sha256 text
       )
     ), kept_handles as (
       -- Handles with which the results can be fetched later.
       insert into unfetched_results (task_id, engine, start_key, operation)
       select task_id, engine, start_key, operation from removed_runs
       where is_kept and operation is not null
     )
     select n, ${changedIds} as changed from ended_tasks`,
  );
}

export function ofTasks(columns: string): string {
  return columns.replace(/\b(\w+)/g, 'tasks.$1');
}

const finishStatements: Readonly<Record<EndPhase, Statement>> = {
  succeeded: finishStatement('succeeded'),
  failed: finishStatement('failed'),
  cancelled: finishStatement('cancelled'),
};

/**
 * Ends a leased task. Returns false if the lease is lost: another worker ends the task, or has ended it. Also
 * returns false for a success that was cancelled meanwhile.
 */
export async function finishTask(
  db: Database,
  { taskId, owner, attempt }: Lease,
  ending: TaskEnd & { readonly remoteJob?: string | undefined },
): Promise<boolean> {
  const [row] = await db.batch<{ changed: readonly string[] }>(finishStatements[ending.phase], {
    id: taskId,
    owner,
    attempt,
    hours: ending.retentionHours,
    remote_job: ending.remoteJob,
    ...(ending.phase === 'succeeded'
      ? { files: ending.files, result: ending.result }
      : {
          code: ending.code,
          details: ending.details,
          files: [],
          is_kept: ending.isKept ?? false,
          may_cost: ending.mayCost ?? false,
        }),
  });
  if (row) db.hint('tasks', row.changed);
  return row !== undefined;
}

/**
 * Ends a task that no worker has. A worker that leases the task meanwhile has deleted its place in the queue,
 * so that one of them comes first.
 */
const cancelUnleased = `target as materialized (
     -- The task, if it has not ended.
     select id from tasks where public_id = $1 and account_id = $2 and interface = $4 and finished_at is null
   ), removed_places as (
     -- Its place in the queue, if it has one.
     delete from task_queue using target where task_id = target.id returning task_queue.*
   ), ended_tasks as (
     -- The task, unless it has a run.
     update tasks
     set phase = 'cancelled', finished_at = now(), charged_micros = 0, ${expiryAssignment('$3')},
       once_key = null, error_code = 'cancelled', error_details = '{}', ${runAssignments('removed_places')}
     from target left join removed_places on removed_places.task_id = target.id
     where tasks.id = target.id
       and tasks.finished_at is null
       and (tasks.phase = 'waiting' or removed_places.task_id is not null)
     returning ${ofTasks(endedColumns)}
   ), ${releaseEnded}`;

/** Ends a task that no worker has, and returns no row for a task that a worker has. */
export const cancelUnleasedStatement = indexedStatement(
  'cancel_unleased_task',
  `with ${cancelUnleased}
   select ${changedIds} as changed from ended_tasks`,
);

/**
 * Marks a task that has a run as well, so that its worker ends it. No row: it has ended, or it moved between
 * the queue and a run meanwhile.
 */
export const cancelStatement = indexedStatement(
  'cancel_task',
  `with ${cancelUnleased}, marked_runs as (
     -- Its run: the worker cancels it at the engine.
     update task_runs set cancel_requested = true from target
     where task_id = target.id and not cannot_cancel
     returning task_id
   )
   select 'ended' as what, ${changedIds} as changed from ended_tasks
   union all
   select 'marked', array[pg_notify('kinora_cancel', task_id::text)::text]
   from marked_runs
   union all
   select 'bought', array[task_id::text]
   from task_runs join target on task_id = target.id where cannot_cancel`,
);

export const isOpenStatement = indexedStatement(
  'is_open',
  'select from tasks where public_id = $1 and account_id = $2 and interface = $3 and finished_at is null',
);
