/**
 * The first part of the statements that submit tasks: it locks who pays, checks the limits, and gives each
 * task its turn.
 */
import { newestVersion } from '../../../platform/db/newest-version.ts';
import { openTasksLimit } from '../../accounts/account-limits.ts';
import { tokenAllows } from '../../accounts/token-limits.ts';

/** A task as `$1` describes it (submit-item.ts). */
export const requestedTasks = `select *
   from jsonb_to_recordset($1::jsonb) as item (
     n int, id uuid, interface text, account_id uuid, token_id uuid, user_id uuid, model text, job jsonb,
     wire jsonb, prompt text, action text, tier text, tier_rank int, parent_id uuid, follows_id uuid,
     button text, idempotency_key text, request_hash text, once_key text, price_unit text, price_quantity int,
     unit_price_micros bigint, amount_micros bigint, price_version text, priced jsonb, end_user text,
     keep_seconds int, start_seconds int, hook_url text, hook_is_default boolean, hook_is_final boolean,
     hook_base_url text, hook_language text, traceparent text, tracestate text, via text, client text,
     max_waiting int, wait_seconds int, from_turns bigint[]
   )`;

/** Models that share an engine wait in one line: for each model of `table`, all models of its engines. */
const rivals = (table: string) => `select lines.model,
     array(
       select distinct other.model
       from routes own join routes other using (engine)
       where own.model = lines.model
     ) as models,
     lines.from_turns
   from (
     select model, coalesce(min(from_turns), '{0,0,0}') as from_turns from ${table} group by model
   ) lines`;

/** The accounts and the tokens that pay for the tasks of `item`, locked, if they allow all of their tasks. */
const checkedPayers = `locked_accounts as materialized (
     -- Accounts that can pay for all of their tasks.
     select totals.account_id as id, next_turns, queued_at_most, open_at_most, totals.tasks,
       totals.max_waiting
     from (
       select account_id, count(*)::int as tasks, sum(amount_micros)::bigint as amount,
         min(max_waiting) as max_waiting
       from item
       group by account_id
       order by account_id
     ) totals, lateral (
       select next_turns, queued_at_most, ${openTasksLimit} as open_at_most
       from accounts
       where
         ${newestVersion('totals.account_id', 'suspended_at is null and available_micros >= totals.amount')}
       for no key update
     ) account
   ), checked_accounts as materialized (
     -- queued is null where the queue of the account has no room, or where the account would have too
     -- many concurrent tasks.
     select id, next_turns,
       case
         when open_at_most is not null and open_tasks_of(id) + tasks > open_at_most then null
         when queued_at_most + tasks <= max_waiting then queued_at_most
         else room_in_queue(id, queued_at_most, tasks, max_waiting)
       end as queued
     from locked_accounts
   ), checked_tokens as materialized (
     -- Tokens whose limits allow all of their tasks.
     select totals.token_id as id
     from (
       select token_id, account_id, count(*)::int as tasks, sum(amount_micros)::bigint as amount,
         array_agg(end_user) as end_users, array_agg(amount_micros) as amounts,
         (sum(sum(amount_micros)) over (partition by account_id))::bigint as account_amount
       from item
       where account_id in (select id from checked_accounts where queued is not null)
       group by token_id, account_id
       order by token_id
     ) totals, lateral (
       select from tokens where ${newestVersion('totals.token_id', tokenAllows)} for no key update
     ) token
   )`;

/**
 * Locks go from accounts to tokens, each in the order of their ids, here and in finish-task.ts. Queued
 * tasks are counted under the lock, by a function that sees what other submits have committed meanwhile,
 * so that a burst fills the queue exactly. Fair share: a task's turn is one more than its account's last,
 * but never before the turn that is being served. Leasing by turn then alternates between the accounts,
 * however much each has submitted.
 */
export const placeTasks = (items: string) => `item as materialized (
     -- The requested tasks.
     ${items}
   ), ${checkedPayers}, rivals as materialized (
     -- The models that share a line with each model.
     ${rivals('item')}
   ), current_turns as materialized (
     -- The turn that is being served in the line of each model and tier, or the last one if the line is
     -- empty.
     select lines.model, lines.tier_rank,
       coalesce(
         (
           select min(first.turn)
           from unnest(rivals.models) other(model), lateral (
             select turn from task_queue
             where task_queue.model = other.model
               and task_queue.tier_rank = lines.tier_rank
               and turn >= rivals.from_turns[lines.tier_rank]
             order by turn limit 1
           ) first
         ), pg_sequence_last_value(('task_turns_' || lines.tier_rank)::regclass), 0
       ) as turn
     from (select distinct model, tier_rank from item) lines join rivals using (model)
   ), placed_tasks as materialized (
     -- The tasks that account and token allow, each with its turn.
     select item.*, current_turns.turn as serving_turn,
       greatest(checked_accounts.next_turns[tier_rank], current_turns.turn)
       + row_number() over (partition by item.account_id, tier_rank order by n) - 1 as turn
     from item
       join checked_accounts on checked_accounts.id = item.account_id
       join checked_tokens on checked_tokens.id = item.token_id
       join current_turns using (model, tier_rank)
   )`;
