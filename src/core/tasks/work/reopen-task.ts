/**
 * Fetches the result of a failed task after all: the task runs again from where its work is at the engine,
 * with a new hold, and a worker ends it as any other. Only a result that arrives is charged. Everything is
 * written in one statement, so a repeated request has no effect.
 */
import { AppError } from '@kinora/shared/errors/errors';
import { today } from '../../../platform/db/calendar.ts';
import type { Queryable } from '../../../platform/db/open.ts';
import { newestVersion } from '../../../platform/db/newest-version.ts';
import { statement } from '../../../platform/db/statement.ts';
import { balanceError } from '../../billing/balance-error.ts';
import { endRank } from '../../webhooks/rank.ts';

/** The time within which the result must be fetched. */
const fetchMinutes = 15;

const selectKeptResult = statement(
  'unfetched_result',
  `select result.engine, amount_micros as amount, account_id as account,
     exists (select from engines where name = result.engine) as "hasEngine"
   from tasks join unfetched_results result on result.task_id = tasks.id
   where tasks.id = $1 and phase = 'failed' and deleted_at is null and files_deleted_at is null`,
);

const canPayAgain = 'suspended_at is null and available_micros >= failed_task.amount_micros';

/**
 * Locks as a submit does: the task, then its account, then its token. The limits of the token do not apply,
 * because the request does not come from its client.
 */
const reopen = statement(
  'reopen_task',
  `with failed_task as materialized (
     -- The task and where its result may still be.
     select tasks.id, account_id, token_id, amount_micros, price_version, public_id, interface, model, tier,
       cost_micros, attempt, result.engine, result.start_key, result.operation, reopened + 1 as round
     from tasks join unfetched_results result on result.task_id = tasks.id
     where tasks.id = $1 and phase = 'failed' and deleted_at is null and files_deleted_at is null
     for no key update of tasks
   ), locked_account as materialized (
     -- Its account, locked, if it can pay again.
     select account.id
     from failed_task, lateral (
       select id from accounts
       where ${newestVersion('failed_task.account_id', canPayAgain)}
       for no key update
     ) account
   ), locked_token as materialized (
     -- Its token, locked after the account.
     select token.id
     from failed_task, locked_account,
       lateral (select id from tokens where ${newestVersion('failed_task.token_id')} for no key update) token
   ), open_task as (
     -- The task, open again, with the next round in the ledger.
     update tasks
     set phase = 'open', finished_at = null, charged_micros = null, error_code = null, error_details = null,
       expires_at = null, held_on = ${today}, reopened = failed_task.round
     from failed_task
       join locked_account on locked_account.id = failed_task.account_id
       join locked_token on locked_token.id = failed_task.token_id
     where tasks.id = failed_task.id
     returning tasks.id
   ), reopened_task as materialized (
     -- What the rest of the statement needs of the task.
     select failed_task.* from failed_task join open_task using (id)
   ), new_run as (
     -- Its run, which only has to fetch the result.
     insert into task_runs (
       task_id, public_id, account_id, model, tier_rank, turn, engine, phase, attempt, tries, lost_attempts,
       started_at, deadline_at, has_hook, start_key, operation, cost_micros
     )
     select id, public_id, account_id, model, array_position(array['turbo', 'fast', 'relax'], tier), 0,
       engine, 'running', attempt, 0, 0, now(), now() + interval '${fetchMinutes} minutes',
       exists (select from hooks where task_id = reopened_task.id), start_key, operation, cost_micros
     from reopened_task
   ), paid_account as materialized (
     -- The price, held again.
     select account as id, available_now
     from change_locked_balances(
       (
         select jsonb_agg(
           jsonb_build_object('id', account_id, 'available', -amount_micros, 'held', amount_micros)
         )
         from reopened_task
       )
     )
   ), counted_token as materialized (
     -- The price and the task, counted on the token again.
     select count_on_locked_tokens(
       (
         select jsonb_agg(jsonb_build_object('id', token_id, 'tasks', 1, 'amount', amount_micros))
         from reopened_task
       )
     )
     from paid_account
   ), hold_entry as (
     -- The hold of this round, in the ledger.
     insert into ledger_entries (
       account_id, kind, from_book, to_book, amount_micros, task_id, token_id, price_version,
       available_micros, round
     )
     select account_id, 'hold', 'available', 'held', amount_micros, reopened_task.id, token_id, price_version,
       available_now, round
     from reopened_task join paid_account on paid_account.id = account_id
     where exists (select from counted_token)
   ), revived_hooks as (
     -- Its webhooks send its end again.
     update hooks
     set rank_sent = ${endRank - 1}, tries = 0, due_at = now(), ended_at = null, ending = null,
       expires_at = null
     from reopened_task where hooks.task_id = reopened_task.id
   ), deleted_handle as (
     -- The handle belongs to the run now.
     delete from unfetched_results using reopened_task where task_id = reopened_task.id
   )
   select public_id from reopened_task`,
);

/** Throws AppError with the reason if there is nothing to fetch, or if the balance does not cover it. */
export async function reopenTask(
  db: Queryable,
  { id, publicId, currency }: { readonly id: string; readonly publicId: string; readonly currency: string },
): Promise<void> {
  const result = await keptResult(db, { id, publicId });
  if (!result.hasEngine) throw new AppError('result_engine_gone', { engine: result.engine });
  const rows = await db.query<{ public_id: string }>(reopen, [id]);
  // Another request may have been first.
  if (rows.length === 0) throw await findObstacle(db, await keptResult(db, { id, publicId }), currency);
  db.hint('tasks', [publicId]);
  db.hint('queue');
}

interface KeptResult {
  readonly engine: string;
  readonly amount: bigint;
  readonly account: string;
  readonly hasEngine: boolean;
}

async function keptResult(
  db: Queryable,
  { id, publicId }: { readonly id: string; readonly publicId: string },
): Promise<KeptResult> {
  const [result] = await db.query<KeptResult>(selectKeptResult, [id]);
  if (!result) throw new AppError('result_not_kept', { task: publicId });
  return result;
}

const balance = statement(
  'balance_to_reopen',
  `select available_micros as available, suspended_at is not null as "isSuspended"
   from accounts where id = $1`,
);

async function findObstacle(
  db: Queryable,
  { account, amount }: KeptResult,
  currency: string,
): Promise<AppError> {
  const [row] = await db.query<{ available: bigint; isSuspended: boolean }>(balance, [account]);
  if (row?.isSuspended) return new AppError('account_suspended');
  if (!row || row.available >= amount) return new AppError('submit_again');
  return balanceError({ amountMicros: amount, availableMicros: row.available, currency });
}
