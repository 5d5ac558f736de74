/**
 * Submit: one SQL statement creates the task, its place in the queue and the hold of its price. Either all exist or none does. A task
 * that waits for its modal has no place in the queue and no hold: `answer-modal.ts` adds both.
 *
 * A statement takes the tasks of several requests as one JSON document. Those of an account are placed if all of them can be paid for
 * and have room, and those of a token if its limits allow all of them. What is not placed is not in the result, and left nothing behind.
 */
import { tokenAllows } from '../../accounts/token-limits.ts';
import { itemsOf } from '../../../platform/db/batch.ts';
import { today } from '../../../platform/db/calendar.ts';
import type { Database } from '../../../platform/db/open.ts';
import { newestVersion } from '../../../platform/db/newest-version.ts';
import { indexedStatement } from '../../../platform/db/statement.ts';
import { systemClock } from '@kinora/shared/clock';
import { mapOf } from '../../../platform/lib/map-of.ts';
import { tierRanks } from '@kinora/shared/models/model-card';
import { insertHooks } from '../../webhooks/insert-hook.ts';
import { openQueueStart, type QueueStart } from '../routing/queue-start.ts';
import { maxAhead } from '../task.ts';
import { existingTask, findSame } from './find-repeat.ts';
import { rejection, submitOrReject } from './rejection.ts';
import { announce, type PlacedRow, type Submitted, submitItem } from './submit-item.ts';
import { inSubmitSpan } from './submit-span.ts';
import type { SubmitLimits, TaskRequest } from './task-request.ts';

/** Throws AppError `insufficient_balance`, `queue_full`, a limit of the token, or `idempotency_conflict`; then nothing was changed. */
export function submitTask(db: Database, request: TaskRequest, limits: SubmitLimits): Promise<Submitted> {
  const submit = async (): Promise<Submitted | undefined> => {
    const placed = await placeOne(db, request, limits);
    if (placed) return placed;
    // A repeat returns its task, also when there is no money or room for another.
    return request.idempotencyKey || request.onceKey ? findSame(db, request) : undefined;
  };
  return inSubmitSpan([request], () => submitOrReject(submit, () => rejection(db, [request], limits)));
}

/** All of them or none; a repeat returns those that exist. Throws as `submitTask`. */
export async function submitTasks(
  db: Database,
  requests: readonly TaskRequest[],
  limits: SubmitLimits,
): Promise<Submitted[]> {
  const [only, ...more] = requests;
  if (only && more.length === 0) return [await submitTask(db, only, limits)];
  return inSubmitSpan(requests, () =>
    submitOrReject(
      () => submitAll(db, requests, limits),
      () => rejection(db, requests, limits),
    ),
  );
}

async function submitAll(
  db: Database,
  requests: readonly TaskRequest[],
  limits: SubmitLimits,
): Promise<Submitted[] | undefined> {
  const placed = await placeAll(db, requests, limits);
  if (placed) return placed;
  const [only] = requests;
  // A repeat returns its tasks, also when there is no money or room for others.
  const existing = only?.idempotencyKey ? await findSame(db, only) : undefined;
  return existing && Promise.all(requests.map(request => existingTask(db, request)));
}

/** Returns undefined if there is no money or no room, and for a repeat. */
async function placeOne(
  db: Database,
  request: TaskRequest,
  limits: SubmitLimits,
): Promise<Submitted | undefined> {
  const item = submitItem(request, limits);
  let row: PlacedRow | undefined;
  if (request.waitSeconds === undefined) row = await placeInBatch(db, request, item);
  // It waits for a modal, which is not batched; or together with others there was no money or room for it, and alone there may be.
  row ??= (await db.query<PlacedRow>(statementOf(request), [itemsOf([item])]))[0];
  return row && announce(db, request, row);
}

/** The queue starts by database and model. */
const queueStarts = new WeakMap<Database, (model: string) => QueueStart>();

async function placeInBatch(
  db: Database,
  request: TaskRequest,
  item: object,
): Promise<PlacedRow | undefined> {
  const startOf = queueStarts.get(db) ?? mapOf(() => openQueueStart(systemClock));
  queueStarts.set(db, startOf);
  const start = startOf(request.model.card.id);
  const [row] = await start.read(fromTurns =>
    db.batch<PlacedRow>(submitStatement, { ...item, from_turns: fromTurns }),
  );
  if (row?.serving_turn !== undefined) start.advance(tierRanks[request.tier], row.serving_turn);
  return row;
}

function statementOf({ waitSeconds }: TaskRequest) {
  return waitSeconds === undefined ? submitStatement : waitStatement;
}

/** Returns undefined if not all of them could be placed, so that none was. */
async function placeAll(
  db: Database,
  requests: readonly TaskRequest[],
  limits: SubmitLimits,
): Promise<Submitted[] | undefined> {
  const items = requests.map(request => submitItem(request, limits));
  return db
    .transaction(
      async tx => {
        const rows = await tx.query<PlacedRow>(submitStatement, [itemsOf(items)]);
        if (rows.length < items.length) throw new NotAllPlaced();
        rows.sort((one, other) => one.n - other.n);
        return rows.map((row, n) => announce(tx, requests[n] as TaskRequest, row));
      },
      { isIndexed: true },
    )
    .catch((error: unknown) => {
      if (!(error instanceof NotAllPlaced)) throw error;
      return undefined;
    });
}

/** Rolls back what was placed of a request for several tasks. */
class NotAllPlaced extends Error {}

/** A task as `$1` describes it (submit-item.ts). */
const document = `select * from jsonb_to_recordset($1::jsonb) as item (
       n int, id uuid, interface text, account_id uuid, token_id uuid, user_id uuid, model text, job jsonb, wire jsonb,
       prompt text, action text, tier text, tier_rank int, parent_id uuid, follows_id uuid, button text, idempotency_key text,
       request_hash text, once_key text, price_unit text, price_quantity int, unit_price_micros bigint, amount_micros bigint,
       price_version text, priced jsonb, end_user text, keep_seconds int, start_seconds int,
       hook_url text, hook_is_default boolean, hook_is_final boolean, hook_base_url text, hook_language text, traceparent text, tracestate text, via text, client text, max_waiting int, wait_seconds int, from_turns bigint[])`;

/** Models that share an engine wait in one line: for each model of `of`, all models of its engines. */
const rivals = (table: string) => `select needed.model, array(
       select distinct other.model from routes own join routes other using (engine) where own.model = needed.model) as models,
       needed.from_turns
     from (select model, coalesce(min(from_turns), '{0,0,0}') as from_turns from ${table} group by model) needed`;

/**
 * Locks go from accounts to tokens, each in the order of their ids, here and in finish-task.ts. Queued tasks are counted under the
 * lock, by a function that sees what other submits have committed meanwhile, so that a burst fills the queue exactly.
 * Fair share: a task's turn is one more than its account's last, but never before the turn that is being served. Leasing by turn
 * then alternates between the accounts, however much each has submitted.
 */
const reserve = (items: string) => `item as materialized (
     ${items}
   ), locked as materialized (
     select asked.account_id as id, next_turns, queued_at_most, asked.tasks, asked.max_waiting
     from (
       select account_id, count(*)::int as tasks, sum(amount_micros)::bigint as amount, min(max_waiting) as max_waiting
       from item group by account_id order by account_id
     ) asked, lateral (
       select next_turns, queued_at_most from accounts
       where ${newestVersion('asked.account_id', 'suspended_at is null and available_micros >= asked.amount')} for no key update
     ) account
   ), account as materialized (
     select id, next_turns, case when queued_at_most + tasks <= max_waiting then queued_at_most
       else room_in_queue(id, queued_at_most, tasks, max_waiting) end as queued
     from locked
   ), token as materialized (
     select asked.token_id as id
     from (
       select token_id, account_id, count(*)::int as tasks, sum(amount_micros)::bigint as amount,
         array_agg(end_user) as end_users, array_agg(amount_micros) as amounts
       from item where account_id in (select id from account where queued is not null) group by token_id, account_id order by token_id
     ) asked, lateral (
       select from tokens where ${newestVersion('asked.token_id', tokenAllows)} for no key update
     ) token
   ), rival as materialized (${rivals('item')}
   ), serving as materialized (
     select needed.model, needed.tier_rank, coalesce(
       (select min(first.turn) from unnest(rival.models) other(model), lateral (
          select turn from task_queue where task_queue.model = other.model and task_queue.tier_rank = needed.tier_rank
            and turn >= rival.from_turns[needed.tier_rank] order by turn limit 1
        ) first),
       pg_sequence_last_value(('task_turns_' || needed.tier_rank)::regclass), 0) as turn
     from (select distinct model, tier_rank from item) needed join rival using (model)
   ), placed as materialized (
     select item.*, serving.turn as serving_turn, greatest(account.next_turns[tier_rank], serving.turn)
       + row_number() over (partition by item.account_id, tier_rank order by n) - 1 as turn
     from item join account on account.id = item.account_id join token on token.id = item.token_id
       join serving using (model, tier_rank)
   )`;

const publicId = `case interface
       when 'image' then ((extract(epoch from clock_timestamp()) * 1000)::bigint * 1000 + nextval('image_task_number') % 1000)::text
       else 'video_' || replace(id::text, '-', '') end`;

/** A repeated key inserts nothing, so nothing is held for it either. */
const insertTask = (phase: 'open' | 'waiting', more = { columns: '', values: '' }) => `
     insert into tasks (id, public_id, interface, account_id, token_id, user_id, model, job, wire, prompt, action, tier,
       phase, parent_id, follows_id, button, idempotency_key, request_hash, once_key, price_unit, price_quantity,
       unit_price_micros, amount_micros, price_version, priced, traceparent, tracestate, via, client, end_user, keep_seconds${more.columns})
     select id, ${publicId}, interface, account_id, token_id, user_id, model, job, wire, prompt, action, tier,
       '${phase}', parent_id, follows_id, button, idempotency_key, request_hash, once_key, price_unit, price_quantity,
       unit_price_micros, amount_micros, price_version, priced, traceparent, tracestate, via, client, end_user, keep_seconds${more.values}
     from placed order by n
     on conflict do nothing
     returning id, public_id`;

/** The placed tasks that were inserted, and what the rest of the statement needs of them. */
const accepted = `accepted as materialized (
     select n, id, task.public_id, interface, account_id, token_id, model, tier_rank, turn, serving_turn, follows_id, amount_micros,
       price_version, start_seconds, hook_url, hook_is_default, hook_is_final, hook_base_url, hook_language
     from task join placed using (id)
   )`;

const enqueue = (hasHook: string) => `place as (
     insert into task_queue (task_id, public_id, account_id, model, tier_rank, turn, start_by, has_hook)
     select id, public_id, account_id, model, tier_rank, turn, now() + start_seconds * interval '1 s', ${hasHook} from accepted order by n
   ), turned as materialized (
     select count(note_turn(tier_rank, last)) from (select tier_rank, max(turn) as last from accepted group by tier_rank) served
   )`;

/**
 * What the accepted tasks cost is held, and counted on their accounts and tokens. `exists` stops at the first row of a CTE, so the CTEs that
 * only it reads have one row.
 */
const holdPrices = `paid as materialized (
     select account as id, available_now as available_micros from change_locked_balances((
       select jsonb_agg(change) from (
         select sums.account_id as id, -sums.amount as available, sums.amount as held, account.queued + sums.tasks as queued,
           array[sums.turbo + 1, sums.fast + 1, sums.relax + 1] as turns
         from account join (
           select account_id, count(*)::int as tasks, sum(amount_micros)::bigint as amount, max(turn) filter (where tier_rank = 1) as turbo,
             max(turn) filter (where tier_rank = 2) as fast, max(turn) filter (where tier_rank = 3) as relax
           from accepted group by account_id
         ) sums on sums.account_id = account.id
       ) change
     ))
   ), counted as materialized (
     select count_on_locked_tokens((
       select jsonb_agg(change) from (
         select token_id as id, count(*)::int as tasks, sum(amount_micros)::bigint as amount from accepted group by token_id
       ) change
     ))
   ), hold as (
     insert into ledger_entries (account_id, kind, from_book, to_book, amount_micros, task_id, token_id, price_version, available_micros)
     select account_id, 'hold', 'available', 'held', amount_micros, accepted.id, token_id, price_version,
       paid.available_micros + sum(amount_micros) over (partition by account_id order by n desc) - amount_micros
     from accepted join paid on paid.id = account_id where exists (select from counted) and exists (select from turned) order by n
   )`;

/** Tasks that come before each: those that others see, and those placed together with it. Counted up to `maxAhead`. */
const ahead = `queue as materialized (
     select rival.model, rival.models, queue_places(rival.models, rival.from_turns, ${maxAhead}) as places
     from rival
   )`;
const result = `select n, public_id, array[public_id] || array(select public_id from tasks where tasks.id = accepted.follows_id) as changed,
     least(${maxAhead}, width_bucket(tier_rank * 1000000000000 + turn - 1, places)
       + rank() over (partition by models order by tier_rank, turn) - 1)::int as waiting_ahead, serving_turn
   from accepted join queue using (model)`;

export const submitStatement = indexedStatement(
  'submit_tasks',
  `with ${reserve(document)}, task as (${insertTask('open')}
   ), ${accepted}, ${enqueue('hook_url is not null')}, ${holdPrices}, hook as (${insertHooks('accepted')}), ${ahead}
   ${result}`,
);

/** For one task: no place in the queue, so no turn and no hold. As many tasks may wait for their modal as may wait in the queue. */
export const waitStatement = indexedStatement(
  'submit_waiting_task',
  `with item as materialized (${document}), locked as materialized (
     select accounts.id from accounts join item on item.account_id = accounts.id where suspended_at is null
     for no key update of accounts
   ), placed as materialized (
     select item.*, 0::bigint as turn from item join locked on locked.id = item.account_id where has_room_for_modals(locked.id, max_waiting)
   ), task as (${insertTask('waiting', { columns: ', modal_until, held_on', values: ", now() + wait_seconds * interval '1 s', null" })}
   ), hook as (${insertHooks('task join placed using (id)')})
   select n, public_id, array[public_id] || array(select public_id from tasks where tasks.id = placed.follows_id) as changed, 0 as waiting_ahead
   from task join placed using (id)`,
);

/**
 * The answer to a modal: the waiting task gets its final job, its place in the queue and its hold. The token that answers pays, so
 * the task belongs to it from now on: the end of the task releases the hold there.
 */
export const answerStatement = indexedStatement(
  'answer_modal',
  `with waiting as materialized (
     select tasks.id from tasks join (${document}) asked on asked.id = tasks.id and asked.account_id = tasks.account_id
     where phase = 'waiting' and modal_until > now() for no key update of tasks
   ), ${reserve(`select item.* from (${document}) item join waiting using (id)`)}, task as (
     update tasks set phase = 'open', modal_until = null, token_id = placed.token_id, model = placed.model,
       job = placed.job, wire = placed.wire, prompt = placed.prompt, action = placed.action, tier = placed.tier, held_on = ${today}, ordered_at = now(),
       priced = placed.priced, price_unit = placed.price_unit, price_quantity = placed.price_quantity,
       unit_price_micros = placed.unit_price_micros, amount_micros = placed.amount_micros, price_version = placed.price_version,
       parent_id = placed.parent_id, modal_hash = placed.request_hash, traceparent = placed.traceparent, tracestate = placed.tracestate, via = placed.via, client = placed.client
     from placed where tasks.id = placed.id
     returning tasks.id, tasks.public_id
   ), ${accepted}, ${enqueue(
     // The button that the modal belongs to may have brought one.
     'hook_url is not null or exists (select from hooks where task_id = accepted.id and ended_at is null)',
   )}, ${holdPrices}, hook as (${insertHooks('accepted')}), ${ahead}
   ${result}`,
);
