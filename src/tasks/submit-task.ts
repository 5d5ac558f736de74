/**
 * Submit: one SQL statement makes the task (which is its own place in the queue) and holds its price.
 * Nothing is half done: either there is a task and a hold, or neither.
 */
import { AppError } from '../errors.ts';
import type { EngineJob, Json } from '../engines/engine.ts';
import type { Quote } from '../billing/quote.ts';
import type { Database } from '../db/open.ts';
import { statement } from '../db/statement.ts';
import { newRowId } from '../lib/id.ts';
import { formatMicros } from '../lib/money.ts';
import type { Model } from '../models/catalogue.ts';
import type { Tier } from '../models/model-card.ts';
import type { Interface } from './task.ts';

export interface TaskRequest {
  readonly interface: Interface;
  readonly accountId: string;
  readonly tokenId: string;
  readonly model: Model;
  readonly tier: Tier;
  readonly job: Omit<EngineJob, 'taskId' | 'model' | 'parent'>;
  /** The task this one follows up, and which of its candidates. */
  readonly parent?: { readonly id: string; readonly candidate: number };
  readonly quote: Quote;
  /** What the interface wants to find again when it answers. */
  readonly wire: Json;
  /** Two submits with one key and one `requestHash` are one task. */
  readonly idempotencyKey?: string;
  readonly requestHash: string;
  /** Two submits with one onceKey are one task, whatever else they say. */
  readonly onceKey?: string;
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

const tierRanks: Readonly<Record<Tier, number>> = { turbo: 1, fast: 2, relax: 3 };

/**
 * Fair share: a task's turn is one more than its account's last, but never before the turn that is being served.
 * Leasing by turn then goes round the accounts, whatever each has submitted.
 */
export const submitStatement = statement(
  'submit_task',
  `with account as (
     update accounts set
       available_micros = available_micros - $14::bigint,
       held_micros = held_micros + $14::bigint,
       next_turns[$10::int] = 1 + greatest(next_turns[$10::int], coalesce(
         (select min(turn) from tasks where phase = 'queued' and engine = $6::text and tier_rank = $10::int),
         (select max(turn) from tasks where tier_rank = $10::int), 0))
     where id = $3::uuid and available_micros >= $14::bigint
       and (select count(*) from (select from tasks where account_id = $3::uuid and phase = 'queued' limit $20::int) w) < $20::int
     returning id, next_turns[$10::int] - 1 as turn
   ), task as (
     insert into tasks (id, public_id, interface, account_id, token_id, model, engine, job, wire, tier, tier_rank, turn, phase,
       parent_id, idempotency_key, request_hash, once_key, price_unit, price_quantity, unit_price_micros, amount_micros, price_version)
     select $1::uuid, case $2::text when 'image'
         then ((extract(epoch from clock_timestamp()) * 1000)::bigint * 1000 + nextval('image_task_number') % 1000)::text
         else 'video_' || replace(($1::uuid)::text, '-', '') end,
       $2::text, account.id, $4::uuid, $5::text, $6::text, $7::jsonb, $8::jsonb, $9::text, $10::int, account.turn, 'queued',
       $16::uuid, $17::text, $18::text, $19::text, $11::text, $12::int, $13::bigint, $14::bigint, $15::text
     from account
     returning id, public_id, turn
   ), hold as (
     insert into ledger_entries (account_id, kind, from_book, to_book, amount_micros, task_id, token_id, price_version)
     select $3::uuid, 'hold', 'available', 'held', $14::bigint, task.id, $4::uuid, $15::text from task
   )
   select public_id, pg_notify('kinora_due', $6::text), (
     select count(*)::int from (
       select from tasks where phase = 'queued' and engine = $6::text and (tier_rank, turn) < ($10::int, task.turn) limit 1000
     ) ahead
   ) as waiting_ahead from task`,
);

const sameTask = statement(
  'same_task',
  `select public_id, request_hash, idempotency_key is not distinct from $2 as same_key from tasks
   where account_id = $1 and (idempotency_key = $2 or once_key = $3) order by same_key desc limit 1`,
);

const whyRefused = statement(
  'why_refused',
  `select available_micros, (select count(*)::int from tasks where account_id = $1 and phase = 'queued') as waiting
   from accounts where id = $1`,
);

/** Throws AppError `insufficient_balance`, `queue_full` or `idempotency_conflict`; then nothing was changed. */
export async function submitTask(
  db: Database,
  request: TaskRequest,
  limits: SubmitLimits,
): Promise<Submitted> {
  try {
    const [row] = await db.query<{ public_id: string; waiting_ahead: number }>(
      submitStatement,
      submitValues(request, limits),
    );
    if (row) return { publicId: row.public_id, existed: false, waitingAhead: row.waiting_ahead };
  } catch (error) {
    if (!isOwnRepeat(error)) throw error;
    return existingTask(db, request);
  }
  // A repeat is answered with its task, also when there is no money or room for another.
  const existing = request.idempotencyKey || request.onceKey ? await findSame(db, request) : undefined;
  if (existing) return existing;
  throw await refusal(db, request, limits);
}

export function submitValues(request: TaskRequest, limits: SubmitLimits): unknown[] {
  const { card } = request.model;
  const id = newRowId();
  const job = {
    ...request.job,
    taskId: id,
    model: card.id,
    ...(request.parent && { candidate: request.parent.candidate }),
  };
  const { quote } = request;
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
  ];
}

const uniqueViolation = '23505';

function isOwnRepeat(error: unknown): boolean {
  const { code, constraint } = error as { code?: string; constraint?: string };
  return code === uniqueViolation && (constraint === 'tasks_idempotency' || constraint === 'tasks_once');
}

async function existingTask(db: Database, request: TaskRequest): Promise<Submitted> {
  const found = await findSame(db, request);
  // Gone between the two statements (the key was just swept): the client's next try makes a new task.
  if (!found) throw new AppError('database_unavailable');
  return found;
}

/** Throws AppError `idempotency_conflict`. */
async function findSame(db: Database, request: TaskRequest): Promise<Submitted | undefined> {
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

async function refusal(db: Database, request: TaskRequest, limits: SubmitLimits): Promise<AppError> {
  const [row] = await db.query<{ available_micros: bigint; waiting: number }>(whyRefused, [
    request.accountId,
  ]);
  if (row && row.waiting >= limits.maxWaiting)
    return new AppError('queue_full', { limit: limits.maxWaiting });
  return new AppError('insufficient_balance', {
    amount: formatMicros(request.quote.amountMicros),
    available: formatMicros(row?.available_micros ?? 0n),
    currency: limits.currency,
  });
}
