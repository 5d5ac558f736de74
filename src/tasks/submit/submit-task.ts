/**
 * Submit: one SQL statement creates the task, its place in the queue and the hold of its price. Either both exist
 * or neither does. A task that waits for its modal has no place in the queue and no hold: `answer-modal.ts` adds both.
 */
import { AppError } from '../../errors.ts';
import type { Quote } from '../../billing/quote.ts';
import { itemsOf } from '../../db/batch.ts';
import type { Database, Queryable } from '../../db/open.ts';
import { statement } from '../../db/statement.ts';
import { systemClock } from '../../lib/clock.ts';
import { newRowId } from '../../lib/id.ts';
import { mapOf } from '../../lib/map-of.ts';
import { currentTrace } from '../../lib/trace/spans.ts';
import { tierRanks } from '../../models/model-card.ts';
import { openQueueStart, type QueueStart } from '../queue-start.ts';
import type { SubmitLimits, TaskRequest } from './task-request.ts';
import { rejection, submitOrReject } from './rejection.ts';
import { inSubmitSpan } from './submit-span.ts';
import { submitStatement, waitStatement } from './submit-statement.ts';

export interface Submitted {
  readonly publicId: string;
  /** The task was there already: the same idempotency key or once key. */
  readonly existed: boolean;
  /** Tasks that come before it, of all models of the same engine; counted up to 100. */
  readonly waitingAhead: number;
}

const sameTask = statement(
  'same_task',
  `select public_id, request_hash, idempotency_key is not distinct from $2 as same_key from tasks
   where account_id = $1 and (idempotency_key = $2 or once_key = $3) order by same_key desc limit 1`,
);

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

/** A row of the result of a statement in submit-statement.ts. */
export interface PlacedRow {
  readonly n: number;
  readonly public_id: string;
  /** Public ids of the tasks whose records changed: its own, and that of the task whose button made it. */
  readonly changed: readonly string[];
  readonly waiting_ahead: number;
  /** The turn that is being served in its tier. */
  readonly serving_turn?: bigint;
}

/** Undefined: no money, no room, or a repeat. */
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

/** By database and model. */
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

/** Undefined: not all of them could be placed, so none was. */
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

export function announce(db: Queryable, request: TaskRequest, row: PlacedRow): Submitted {
  db.hint('tasks', row.changed);
  if (request.waitSeconds === undefined) db.hint('queue');
  return { publicId: row.public_id, existed: false, waitingAhead: row.waiting_ahead };
}

/** The request as an item of the document that the statements in submit-statement.ts take. */
export function submitItem(request: TaskRequest, limits: SubmitLimits, id = newRowId()): object {
  const { card } = request.model;
  // What waits for its modal may still change: it is priced when that comes.
  const quote = request.waitSeconds === undefined ? request.quote : unpriced(request.quote);
  return {
    id,
    interface: request.interface,
    account_id: request.accountId,
    token_id: request.tokenId,
    user_id: request.userId,
    model: card.id,
    job: {
      ...request.job,
      taskId: id,
      model: card.id,
      ...(request.parent && { candidate: request.parent.candidate }),
    },
    wire: request.wire,
    prompt: request.prompt,
    action: request.action,
    tier: request.tier,
    tier_rank: tierRanks[request.tier],
    parent_id: request.parent?.id,
    follows_id: request.follows?.id,
    button: request.follows?.button,
    idempotency_key: request.idempotencyKey,
    request_hash: request.requestHash,
    once_key: request.onceKey,
    price_unit: quote.unit,
    price_quantity: quote.quantity,
    unit_price_micros: quote.unitPriceMicros,
    amount_micros: quote.amountMicros,
    price_version: quote.priceVersion,
    priced: quote.priced,
    hook_url: request.hook?.url,
    hook_base_url: request.hook?.baseUrl,
    hook_language: request.hook?.language,
    max_waiting: limits.maxWaiting,
    wait_seconds: request.waitSeconds,
    ...currentTrace(),
  };
}

function unpriced(quote: Quote): Quote {
  return { ...quote, unitPriceMicros: 0n, amountMicros: 0n };
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
