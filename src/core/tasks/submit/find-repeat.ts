/** The tasks that a request made before, by its Idempotency-Key or its once key. */
import type { Queryable } from '../../../platform/db/open.ts';
import { statement } from '../../../platform/db/statement.ts';
import { AppError } from '@kinora/shared/errors/errors';
import type { Json } from '../../../engines/contract/json.ts';
import { addHookToTask } from '../../webhooks/insert-hook.ts';
import type { Phase } from '../task.ts';
import type { SubmittedTask } from './submit-item.ts';
import type { TaskRequest } from './task-request.ts';

const byKeys = statement(
  'tasks_by_keys',
  `select tasks.public_id, request_hash, tasks.wire, task_states.phase
   from tasks join task_states using (id)
   where tasks.account_id = $1 and idempotency_key = any($2::text[])
   order by array_position($2::text[], idempotency_key)`,
);

const sameTask = statement(
  'same_task',
  `select public_id, request_hash, idempotency_key is not distinct from $2 as same_key from tasks
   where account_id = $1 and (idempotency_key = $2 or once_key = $3) order by same_key desc limit 1`,
);

export interface Repeat {
  readonly accountId: string;
  /** The keys of the tasks of the request, in their order. */
  readonly keys: readonly string[];
  readonly requestHash: string;
}

export interface FoundTask {
  readonly publicId: string;
  /** What the interface stored with it; only that interface reads it. */
  readonly wire: Json;
  readonly phase: Phase;
}

/** Throws AppError `idempotency_conflict` when the key was used with another request. */
export async function findRepeat(
  db: Queryable,
  { accountId, keys, requestHash }: Repeat,
): Promise<FoundTask[]> {
  const rows = await db.query<{ public_id: string; request_hash: string; wire: Json; phase: Phase }>(byKeys, [
    accountId,
    keys,
  ]);
  if (rows.some(row => row.request_hash !== requestHash)) throw conflict();
  return rows.map(row => ({ publicId: row.public_id, wire: row.wire, phase: row.phase }));
}

/** The task of a repeated submit, if there is one. Throws AppError `idempotency_conflict`. */
export async function findSame(db: Queryable, request: TaskRequest): Promise<SubmittedTask | undefined> {
  const [row] = await db.query<{ public_id: string; request_hash: string; same_key: boolean }>(sameTask, [
    request.accountId,
    request.idempotencyKey ?? null,
    request.onceKey ?? null,
  ]);
  if (!row) return undefined;
  if (row.same_key && request.idempotencyKey && row.request_hash !== request.requestHash) throw conflict();
  const { accountId, hook } = request;
  // A request that the client repeats has its webhook already; a button pressed
  // again is a request of its own.
  const isPressedAgain = !(row.same_key && request.idempotencyKey);
  if (isPressedAgain && hook && !hook.isDefault)
    await addHookToTask(db, { publicId: row.public_id, accountId }, hook);
  return { publicId: row.public_id, existed: true, waitingAhead: 0 };
}

/** The task of a repeated submit, which was there a moment ago. */
export async function existingTask(db: Queryable, request: TaskRequest): Promise<SubmittedTask> {
  const task = await findSame(db, request);
  // Gone between the two statements (the key was just swept): the client's next try makes a new task.
  if (!task) throw new AppError('database_unavailable');
  return task;
}

function conflict(): AppError {
  return new AppError('idempotency_conflict', { param: 'Idempotency-Key' });
}
