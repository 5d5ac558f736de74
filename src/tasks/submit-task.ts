/**
 * Submit: one SQL statement makes the task (which is its own place in the queue) and holds its price.
 * Nothing is half done: either there is a task and a hold, or neither. A task that waits for its modal has no place in
 * the queue and no hold yet: `answer-modal.ts` gives it both.
 */
import { AppError } from '../errors.ts';
import type { Json } from '../engines/engine.ts';
import { takeFromToken } from '../accounts/token-limits.ts';
import type { Quote } from '../billing/quote.ts';
import type { Database, Queryable } from '../db/open.ts';
import { statement } from '../db/statement.ts';
import { newRowId } from '../lib/id.ts';
import { insertHook, type HookRequest } from '../webhooks/insert-hook.ts';
import type { Model } from '../models/catalogue.ts';
import type { Tier } from '../models/model-card.ts';
import { refusal } from './refusal.ts';
import type { Interface, TaskJob } from './task.ts';

export interface TaskRequest {
  readonly interface: Interface;
  readonly accountId: string;
  readonly tokenId: string;
  readonly model: Model;
  readonly tier: Tier;
  readonly job: Omit<TaskJob, 'taskId' | 'model' | 'candidate'>;
  /** The task whose picture it starts from, and which of its candidates. */
  readonly parent?: { readonly id: string; readonly candidate: number };
  /** The task whose button was pressed, and that button: mostly the parent's. */
  readonly follows?: { readonly id: string; readonly button: string };
  readonly quote: Quote;
  /** What the interface wants to find again when it answers. */
  readonly wire: Json;
  /** Two submits with one key and one `requestHash` are one task. */
  readonly idempotencyKey?: string;
  readonly requestHash: string;
  /** Two submits with one onceKey are one task, whatever else they say. */
  readonly onceKey?: string;
  /** Where its changes are posted. */
  readonly hook?: HookRequest;
  /** It waits for its modal that long before it ends, uncharged. Then `quote` is only what it will cost. */
  readonly waitSeconds?: number;
}

export interface SubmitLimits {
  readonly maxWaiting: number;
  readonly currency: string;
}

export interface Submitted {
  readonly publicId: string;
  /** The task was there already: the same idempotency key or once key. */
  readonly existed: boolean;
  /** Tasks of the same engine that come before it; counted up to 1000. */
  readonly waitingAhead: number;
}

export const tierRanks: Readonly<Record<Tier, number>> = { turbo: 1, fast: 2, relax: 3 };

/**
 * Fair share: a task's turn is one more than its account's last, but never before the turn that is being served.
 * Leasing by turn then goes round the accounts, whatever each has submitted. Parameters: $3 account, $6 engine,
 * $10 tier rank, $14 amount, $20 how many may wait. CTEs: `paid` has a row when account and token allow it. Locks go from
 * the account to the token, here and in finish-task.ts.
 */
export const takeTurn = (only = '') => `account as (
     select id from accounts where id = $3::uuid and suspended_at is null and available_micros >= $14::bigint
       and (select count(*) from (
         select from tasks where account_id = $3::uuid and phase = 'queued' limit $20::int) queued) < $20::int ${only}
     for update
   ), token as (${takeFromToken}), paid as (
     update accounts set
       available_micros = available_micros - $14::bigint,
       held_micros = held_micros + $14::bigint,
       next_turns[$10::int] = 1 + greatest(next_turns[$10::int], coalesce(
         (select min(turn) from tasks where phase = 'queued' and engine = $6::text and tier_rank = $10::int),
         (select max(turn) from tasks where tier_rank = $10::int), 0))
     from token where accounts.id = $3::uuid
     returning accounts.id, next_turns[$10::int] - 1 as turn, available_micros
   )`;

/** $3 account, $4 token, $14 amount, $15 price version. */
export const holdPrice = `insert into ledger_entries (account_id, kind, from_book, to_book, amount_micros, task_id, token_id, price_version, available_micros)
     select $3::uuid, 'hold', 'available', 'held', $14::bigint, task.id, $4::uuid, $15::text, paid.available_micros from task, paid`;

/** $6 engine, $10 tier rank. */
export const countAhead = `(
     select count(*)::int from (
       select from tasks where phase = 'queued' and engine = $6::text and (tier_rank, turn) < ($10::int, task.turn) limit 1000
     ) ahead
   ) as waiting_ahead`;

const insertTask = (phase: string, more: { columns: string; values: string }) => `
     insert into tasks (id, public_id, interface, account_id, token_id, model, engine, job, wire, tier, tier_rank, turn, phase,
       parent_id, idempotency_key, request_hash, once_key, price_unit, price_quantity, unit_price_micros, amount_micros, price_version, button, follows_id, priced${more.columns})
     select $1::uuid, case $2::text when 'image'
         then ((extract(epoch from clock_timestamp()) * 1000)::bigint * 1000 + nextval('image_task_number') % 1000)::text
         else 'video_' || replace(($1::uuid)::text, '-', '') end,
       $2::text, paid.id, $4::uuid, $5::text, $6::text, $7::jsonb, $8::jsonb, $9::text, $10::int, paid.turn, '${phase}',
       $16::uuid, $17::text, $18::text, $19::text, $11::text, $12::int, $13::bigint, $14::bigint, $15::text, $21::text, $22::uuid, $26::jsonb${more.values}
     from paid
     returning id, public_id, turn`;

/** $3 account, $23 address or null, $24 base address, $25 language. */
export const hook = insertHook({
  accountId: '$3',
  url: '$23',
  baseUrl: '$24',
  language: '$25',
  interfaceName: '$2',
});

/** A record says which of its buttons were pressed: whoever keeps it must ask again. */
const tellFollowed = `(select pg_notify('kinora_task', followed.public_id) from tasks followed where followed.id = $22::uuid)`;

export const submitStatement = statement(
  'submit_task',
  `with ${takeTurn()}, task as (${insertTask('queued', { columns: '', values: '' })}), hold as (${holdPrice}), hook as (${hook})
   select public_id, pg_notify('kinora_due', $6::text), pg_notify('kinora_made', public_id), ${tellFollowed}, ${countAhead} from task`,
);

/** No place in the queue, so no turn; as many may wait for their modal as may wait in the queue. */
const waitStatement = statement(
  'submit_waiting_task',
  `with paid as (
     select id, 0::bigint as turn from accounts where id = $3::uuid and suspended_at is null and (select count(*) from (
       select from tasks where account_id = $3::uuid and phase = 'waiting' limit $20::int) waiting) < $20::int
   ), task as (${insertTask('waiting', { columns: ', modal_until, held_on', values: ", now() + $27::int * interval '1 s', null" })}), hook as (${hook})
   select public_id, pg_notify('kinora_made', public_id), ${tellFollowed}, 0 as waiting_ahead from task`,
);

const sameTask = statement(
  'same_task',
  `select public_id, request_hash, idempotency_key is not distinct from $2 as same_key from tasks
   where account_id = $1 and (idempotency_key = $2 or once_key = $3) order by same_key desc limit 1`,
);

/** Throws AppError `insufficient_balance`, `queue_full`, a limit of the token, or `idempotency_conflict`; then nothing was changed. */
export async function submitTask(
  db: Database,
  request: TaskRequest,
  limits: SubmitLimits,
): Promise<Submitted> {
  try {
    const row = await insert(db, request, limits);
    if (row) return { publicId: row.public_id, existed: false, waitingAhead: row.waiting_ahead };
  } catch (error) {
    if (!isOwnRepeat(error)) throw error;
    return existingTask(db, request);
  }
  // A repeat is answered with its task, also when there is no money or room for another.
  const existing = request.idempotencyKey || request.onceKey ? await findSame(db, request) : undefined;
  if (existing) return existing;
  throw await refusal(db, [request], limits);
}

/** All of them or none; a repeat answers with those that are there. Throws as `submitTask`. */
export async function submitTasks(
  db: Database,
  requests: readonly TaskRequest[],
  limits: SubmitLimits,
): Promise<Submitted[]> {
  const [only, ...more] = requests;
  if (only && more.length === 0) return [await submitTask(db, only, limits)];
  try {
    return await db.transaction(async tx => {
      const submitted: Submitted[] = [];
      for (const request of requests) {
        const row = await insert(tx, request, limits);
        if (!row) throw new NoRoom();
        submitted.push({ publicId: row.public_id, existed: false, waitingAhead: row.waiting_ahead });
      }
      return submitted;
    });
  } catch (error) {
    if (!isOwnRepeat(error) && !(error instanceof NoRoom)) throw error;
    // A repeat is answered with its tasks, also when there is no money or room for others.
    const existing = only?.idempotencyKey ? await findSame(db, only) : undefined;
    if (!existing && only) throw error instanceof NoRoom ? await refusal(db, requests, limits) : error;
    return Promise.all(requests.map(request => existingTask(db, request)));
  }
}

/** Rolls back what was made of a request for several tasks. */
class NoRoom extends Error {}

/** Undefined: no money, or no room. */
async function insert(db: Queryable, request: TaskRequest, limits: SubmitLimits) {
  const values = submitValues(request, limits);
  const [row] = await (request.waitSeconds === undefined
    ? db.query<{ public_id: string; waiting_ahead: number }>(submitStatement, values)
    : db.query<{ public_id: string; waiting_ahead: number }>(waitStatement, [
        ...values,
        request.waitSeconds,
      ]));
  return row;
}

/** The parameters that the statements here and in answer-modal.ts share. */
export function submitValues(request: TaskRequest, limits: SubmitLimits, id = newRowId()): unknown[] {
  const { card } = request.model;
  const job = {
    ...request.job,
    taskId: id,
    model: card.id,
    ...(request.parent && { candidate: request.parent.candidate }),
  };
  // What waits for its modal may still change: it is priced when that comes.
  const quote = request.waitSeconds === undefined ? request.quote : unpriced(request.quote);
  return [
    id,
    request.interface,
    request.accountId,
    request.tokenId,
    card.id,
    card.engine,
    JSON.stringify(job),
    JSON.stringify(request.wire),
    request.tier,
    tierRanks[request.tier],
    quote.unit,
    quote.quantity,
    quote.unitPriceMicros,
    quote.amountMicros,
    quote.priceVersion,
    request.parent?.id ?? null,
    request.idempotencyKey ?? null,
    request.requestHash,
    request.onceKey ?? null,
    limits.maxWaiting,
    request.follows?.button ?? null,
    request.follows?.id ?? null,
    request.hook?.url ?? null,
    request.hook?.baseUrl ?? null,
    request.hook?.language ?? null,
    JSON.stringify(quote.priced, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value)),
  ];
}

function unpriced(quote: Quote): Quote {
  return { ...quote, unitPriceMicros: 0n, amountMicros: 0n };
}

const uniqueViolation = '23505';

function isOwnRepeat(error: unknown): boolean {
  const { code, constraint } = error as { code?: string; constraint?: string };
  return code === uniqueViolation && (constraint === 'tasks_idempotency' || constraint === 'tasks_once');
}

async function existingTask(db: Queryable, request: TaskRequest): Promise<Submitted> {
  const found = await findSame(db, request);
  // Gone between the two statements (the key was just swept): the client's next try makes a new task.
  if (!found) throw new AppError('database_unavailable');
  return found;
}

/** Throws AppError `idempotency_conflict`. */
async function findSame(db: Queryable, request: TaskRequest): Promise<Submitted | undefined> {
  const [row] = await db.query<{ public_id: string; request_hash: string; same_key: boolean }>(sameTask, [
    request.accountId,
    request.idempotencyKey ?? null,
    request.onceKey ?? null,
  ]);
  if (!row) return undefined;
  if (row.same_key && request.idempotencyKey && row.request_hash !== request.requestHash)
    throw new AppError('idempotency_conflict');
  return { publicId: row.public_id, existed: true, waitingAhead: 0 };
}
