/** The tasks that a request made before, by its Idempotency-Key. */
import type { Queryable } from '../../db/open.ts';
import { statement } from '../../db/statement.ts';
import { AppError } from '../../errors.ts';
import type { Json } from '../../engines/engine.ts';
import type { Phase } from '../task.ts';

const byKeys = statement(
  'tasks_by_keys',
  `select tasks.public_id, request_hash, tasks.wire, task_states.phase from tasks join task_states using (id)
   where tasks.account_id = $1 and idempotency_key = any($2::text[]) order by array_position($2::text[], idempotency_key)`,
);

export interface Repeat {
  readonly accountId: string;
  /** Of each task of the request, in their order. */
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
  if (rows.some(row => row.request_hash !== requestHash)) throw new AppError('idempotency_conflict');
  return rows.map(row => ({ publicId: row.public_id, wire: row.wire, phase: row.phase }));
}
