/** Cancel: a task that nobody works on ends at once; the worker of any other ends it as soon as it can. */
import type { Database, Queryable } from '../db/open.ts';
import { cancelStatement, lockForCancel } from './work/finish-task.ts';
import type { Interface } from './task.ts';

/** `ended`: it is over, uncharged; `asked`: its worker was told; `too_late`: it had ended, or is not there. */
export const cancelResults = ['ended', 'asked', 'too_late'] as const;
export type CancelResult = (typeof cancelResults)[number];

export interface CancelRequest {
  readonly publicId: string;
  readonly accountId: string;
  readonly interface: Interface;
  readonly retentionHours: number;
}

export async function cancelTask(db: Database, request: CancelRequest): Promise<CancelResult> {
  return db.transaction(tx => cancelIn(tx, request));
}

/** In a transaction. */
export async function cancelIn(
  tx: Queryable,
  { publicId, accountId, interface: kind, retentionHours }: CancelRequest,
): Promise<CancelResult> {
  await tx.query(lockForCancel, [publicId, accountId, kind]);
  const values = [publicId, accountId, retentionHours, kind];
  const [row] = await tx.query<{ what: 'ended' | 'marked'; changed: string[] }>(cancelStatement, values);
  if (!row) return 'too_late';
  if (row.what === 'marked') return 'asked';
  tx.hint('tasks', row.changed);
  return 'ended';
}
