/**
 * Submits tasks: one SQL statement (submit-statements.ts) creates the task, its place in the queue and the
 * hold of its price. Either all exist or none does. Those of an account are placed if all of them can be paid
 * for and have room, and those of a token if its limits allow all of them. What is not placed is not in the
 * result, and left nothing behind.
 */
import { serializeItems } from '../../../platform/db/batch.ts';
import type { Database } from '../../../platform/db/open.ts';
import { systemClock } from '@kinora/shared/clock';
import { memoizeByKey } from '../../../platform/lib/memoize-by-key.ts';
import { tierRanks } from '@kinora/shared/models/model-card';
import { openQueueStart, type QueueStart } from '../routing/queue-start.ts';
import { existingTask, findSame } from './find-repeat.ts';
import { rejection, submitOrReject } from './rejection.ts';
import { announce, type PlacedRow, type SubmittedTask, submitItem } from './submit-item.ts';
import { inSubmitSpan } from './submit-span.ts';
import type { SubmitLimits, TaskRequest } from './task-request.ts';
import { submitStatement, waitStatement } from './submit-statements.ts';

/**
 * Throws AppError `insufficient_balance`, `queue_full`, a limit of the token, or
 * `idempotency_conflict`; then nothing was changed.
 */
export function submitTask(db: Database, request: TaskRequest, limits: SubmitLimits): Promise<SubmittedTask> {
  const submit = async (): Promise<SubmittedTask | undefined> => {
    const task = await placeOne(db, request, limits);
    if (task) return task;
    // A repeat returns its task, also when there is no money or room for another.
    return request.idempotencyKey || request.onceKey ? findSame(db, request) : undefined;
  };
  return inSubmitSpan([request], () => submitOrReject(submit, () => rejection(db, [request], limits)));
}

/** Submits all of the tasks or none. A repeat returns those that exist. Throws as `submitTask` does. */
export async function submitTasks(
  db: Database,
  requests: readonly TaskRequest[],
  limits: SubmitLimits,
): Promise<SubmittedTask[]> {
  const [onlyRequest, ...more] = requests;
  if (onlyRequest && more.length === 0) return [await submitTask(db, onlyRequest, limits)];
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
): Promise<SubmittedTask[] | undefined> {
  const tasks = await placeAll(db, requests, limits);
  if (tasks) return tasks;
  const [onlyRequest] = requests;
  // A repeat returns its tasks, also when there is no money or room for others.
  const existing = onlyRequest?.idempotencyKey ? await findSame(db, onlyRequest) : undefined;
  return existing && Promise.all(requests.map(request => existingTask(db, request)));
}

/** Returns undefined if there is no money or no room, and for a repeat. */
async function placeOne(
  db: Database,
  request: TaskRequest,
  limits: SubmitLimits,
): Promise<SubmittedTask | undefined> {
  const item = submitItem(request, limits);
  let row: PlacedRow | undefined;
  if (request.waitSeconds === undefined) row = await placeInBatch(db, request, item);
  // It waits for a modal, which is not batched; or together with others there was no money or room
  // for it, and alone there may be.
  row ??= (await db.query<PlacedRow>(chooseStatement(request), [serializeItems([item])]))[0];
  return row && announce(db, request, row);
}

/** The queue starts by database and model. */
const queueStarts = new WeakMap<Database, (model: string) => QueueStart>();

async function placeInBatch(
  db: Database,
  request: TaskRequest,
  item: object,
): Promise<PlacedRow | undefined> {
  const findStart = queueStarts.get(db) ?? memoizeByKey(() => openQueueStart(systemClock));
  queueStarts.set(db, findStart);
  const start = findStart(request.model.card.id);
  const [row] = await start.read(fromTurns =>
    db.batch<PlacedRow>(submitStatement, { ...item, from_turns: fromTurns }),
  );
  if (row?.serving_turn !== undefined) start.advance(tierRanks[request.tier], row.serving_turn);
  return row;
}

function chooseStatement({ waitSeconds }: TaskRequest) {
  return waitSeconds === undefined ? submitStatement : waitStatement;
}

/** Returns undefined if not all of them could be placed, so that none was. */
async function placeAll(
  db: Database,
  requests: readonly TaskRequest[],
  limits: SubmitLimits,
): Promise<SubmittedTask[] | undefined> {
  const items = requests.map(request => submitItem(request, limits));
  return db
    .transaction(
      async tx => {
        const rows = await tx.query<PlacedRow>(submitStatement, [serializeItems(items)]);
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
