/**
 * The statements of a submit. Each creates the tasks of a JSON document, their places in the queue and the
 * holds of their prices. A task that waits for its modal has no place in the queue and no hold: the answer to
 * the modal (`answer-modal.ts`) adds both.
 */
import { today } from '../../../platform/db/calendar.ts';
import { indexedStatement } from '../../../platform/db/statement.ts';
import { insertHooks } from '../../webhooks/insert-hook.ts';
import { maxAhead } from '../task.ts';
import { placeTasks, requestedTasks } from './place-tasks.ts';

const publicId = `case interface
       when 'image' then (
         (extract(epoch from clock_timestamp()) * 1000)::bigint * 1000 + nextval('image_task_number') % 1000
       )::text
       else 'video_' || replace(id::text, '-', '')
     end`;

/** A repeated key inserts nothing, so nothing is held for it either. */
const insertTask = (phase: 'open' | 'waiting', more = { columns: '', values: '' }) => `
   insert into tasks (
     id, public_id, interface, account_id, token_id, user_id, model, job, wire, prompt, action, tier, phase,
     parent_id, follows_id, button, idempotency_key, request_hash, once_key, price_unit, price_quantity,
     unit_price_micros, amount_micros, price_version, priced, traceparent, tracestate, via, client, end_user,
     keep_seconds${more.columns}
   )
   select id, ${publicId}, interface, account_id, token_id, user_id, model, job, wire, prompt, action, tier,
     '${phase}', parent_id, follows_id, button, idempotency_key, request_hash, once_key, price_unit,
     price_quantity, unit_price_micros, amount_micros, price_version, priced, traceparent, tracestate, via,
     client, end_user, keep_seconds${more.values}
   from placed_tasks
   order by n
   on conflict do nothing
   returning id, public_id`;

/**
 * The placed tasks that were inserted, or updated by the answer to a modal, and what the rest of
 * the statement needs of them.
 */
const acceptedTasks = `accepted_tasks as materialized (
     -- The tasks that were written, with what the rest of the statement needs of them.
     select n, id, written_tasks.public_id, interface, account_id, token_id, model, tier_rank, turn,
       serving_turn, follows_id, amount_micros, price_version, start_seconds, hook_url, hook_is_default,
       hook_is_final, hook_base_url, hook_language
     from written_tasks join placed_tasks using (id)
   )`;

const enqueue = (hasHook: string) => `queue_rows as (
     -- Their places in the queue.
     insert into task_queue (task_id, public_id, account_id, model, tier_rank, turn, start_by, has_hook)
     select id, public_id, account_id, model, tier_rank, turn, now() + start_seconds * interval '1 s',
       ${hasHook}
     from accepted_tasks
     order by n
   ), noted_turns as materialized (
     -- The sequence of a tier remembers its last turn for the time when its line is empty.
     select count(note_turn(tier_rank, last)) from (
       select tier_rank, max(turn) as last from accepted_tasks group by tier_rank
     ) last_turns
   )`;

/**
 * What the accepted tasks cost is held, and counted on their accounts and tokens. `exists` stops at the first
 * row of a CTE, so the CTEs that only it reads have one row.
 */
const holdPrices = `paid_accounts as materialized (
     -- Moves the prices from available to held, and counts the queued tasks and the turns.
     select account as id, available_now as available_micros
     from change_locked_balances(
       (
         select jsonb_agg(change) from (
           select sums.account_id as id, -sums.amount as available, sums.amount as held,
             checked_accounts.queued + sums.tasks as queued,
             array[sums.turbo + 1, sums.fast + 1, sums.relax + 1] as turns
           from checked_accounts
             join (
               select account_id, count(*)::int as tasks, sum(amount_micros)::bigint as amount,
                 max(turn) filter (where tier_rank = 1) as turbo,
                 max(turn) filter (where tier_rank = 2) as fast,
                 max(turn) filter (where tier_rank = 3) as relax
               from accepted_tasks
               group by account_id
             ) sums on sums.account_id = checked_accounts.id
         ) change
       )
     )
   ), counted_tokens as materialized (
     -- Counts tasks and prices towards the limits of the tokens.
     select count_on_locked_tokens(
       (
         select jsonb_agg(change) from (
           select token_id as id, count(*)::int as tasks, sum(amount_micros)::bigint as amount
           from accepted_tasks
           group by token_id
         ) change
       )
     )
   ), hold_entries as (
     -- Each entry says what was available after it, as if the tasks had come one after another.
     insert into ledger_entries (
       account_id, kind, from_book, to_book, amount_micros, task_id, token_id, price_version, available_micros
     )
     select account_id, 'hold', 'available', 'held', amount_micros, accepted_tasks.id, token_id,
       price_version,
       paid_accounts.available_micros + sum(amount_micros) over (partition by account_id order by n desc)
       - amount_micros
     from accepted_tasks join paid_accounts on paid_accounts.id = account_id
     where exists (select from counted_tokens) and exists (select from noted_turns)
     order by n
   )`;

/**
 * Tasks that come before each: those that others see, and those placed together with
 * it. Counted up to `maxAhead`.
 */
const queuePlaces = `model_queues as materialized (
     -- For each model the first places of the line that it shares.
     select rivals.model, rivals.models, queue_places(rivals.models, rivals.from_turns, ${maxAhead}) as places
     from rivals
   )`;
const placedRows = `select n, public_id,
     array[public_id]
     || array(select public_id from tasks where tasks.id = accepted_tasks.follows_id) as changed,
     least(
       ${maxAhead},
       width_bucket(tier_rank * 1000000000000 + turn - 1, places)
       + rank() over (partition by models order by tier_rank, turn) - 1
     )::int as waiting_ahead,
     serving_turn
   from accepted_tasks join model_queues using (model)`;

export const submitStatement = indexedStatement(
  'submit_tasks',
  `with ${placeTasks(requestedTasks)}, written_tasks as (
     -- The tasks, open.
     ${insertTask('open')}
   ), ${acceptedTasks}, ${enqueue('hook_url is not null')}, ${holdPrices}, hook_rows as (
     -- Webhooks that the requests name.
     ${insertHooks('accepted_tasks')}
   ), ${queuePlaces}
   ${placedRows}`,
);

/** A task that waits for an answer has a time until when it does, and no hold. */
const modalColumns = {
  columns: ', modal_until, held_on',
  values: ", now() + wait_seconds * interval '1 s', null",
};

/**
 * For one task: no place in the queue, so no turn and no hold. As many tasks may wait for their
 * modal as may wait in the queue.
 */
export const waitStatement = indexedStatement(
  'submit_waiting_task',
  `with item as materialized (
     -- The requested tasks.
     ${requestedTasks}
   ), locked_accounts as materialized (
     -- Accounts that may submit.
     select accounts.id
     from accounts join item on item.account_id = accounts.id
     where suspended_at is null for no key update of accounts
   ), placed_tasks as materialized (
     -- The tasks of accounts that have room for one more modal.
     select item.*, 0::bigint as turn
     from item join locked_accounts on locked_accounts.id = item.account_id
     where has_room_for_modals(locked_accounts.id, max_waiting)
   ), written_tasks as (
     -- The tasks, which wait for the answers to their modals.
     ${insertTask('waiting', modalColumns)}
   ), hook_rows as (
     -- Their webhooks.
     ${insertHooks('written_tasks join placed_tasks using (id)')}
   )
   select n, public_id,
     array[public_id]
     || array(select public_id from tasks where tasks.id = placed_tasks.follows_id) as changed,
     0 as waiting_ahead
   from written_tasks join placed_tasks using (id)`,
);

const answeredTasks = `select item.*
     from (${requestedTasks}) item join open_modals using (id)`;
/** The answer names a webhook, or the button that the modal belongs to has brought one. */
const hasHookAfterModal = `hook_url is not null
       or exists (select from hooks where task_id = accepted_tasks.id and ended_at is null)`;

/**
 * The answer to a modal: the waiting task gets its final job, its place in the queue and its hold. The token
 * that answers pays, so the task belongs to it from now on: the end of the task releases the hold there.
 */
export const answerStatement = indexedStatement(
  'answer_modal',
  `with open_modals as materialized (
     -- The tasks whose modals are still open.
     select tasks.id
     from tasks
       join (${requestedTasks}) answer on answer.id = tasks.id and answer.account_id = tasks.account_id
     where phase = 'waiting' and modal_until > now() for no key update of tasks
   ), ${placeTasks(answeredTasks)}, written_tasks as (
     -- The tasks with the answers to their modals.
     update tasks
     set phase = 'open', modal_until = null, token_id = placed_tasks.token_id, model = placed_tasks.model,
       job = placed_tasks.job, wire = placed_tasks.wire, prompt = placed_tasks.prompt,
       action = placed_tasks.action, tier = placed_tasks.tier, held_on = ${today}, ordered_at = now(),
       priced = placed_tasks.priced, price_unit = placed_tasks.price_unit,
       price_quantity = placed_tasks.price_quantity, unit_price_micros = placed_tasks.unit_price_micros,
       amount_micros = placed_tasks.amount_micros, price_version = placed_tasks.price_version,
       parent_id = placed_tasks.parent_id, modal_hash = placed_tasks.request_hash,
       traceparent = placed_tasks.traceparent, tracestate = placed_tasks.tracestate, via = placed_tasks.via,
       client = placed_tasks.client
     from placed_tasks where tasks.id = placed_tasks.id
     returning tasks.id, tasks.public_id
   ), ${acceptedTasks}, ${enqueue(hasHookAfterModal)}, ${holdPrices}, hook_rows as (
     -- Webhooks that the answers name.
     ${insertHooks('accepted_tasks')}
   ), ${queuePlaces}
   ${placedRows}`,
);
