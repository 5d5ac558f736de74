/**
 * Cancels tasks: a task without a run ends immediately; any other is ended by its worker as soon as possible.
 */
import type { Database, Queryable } from '../../../platform/db/open.ts';
import { AppError } from '@kinora/shared/errors/errors';
import { racePoint } from '../../../platform/lib/async/race-point.ts';
import { cancelStatement, cancelUnleasedStatement, isOpenStatement } from './finish-task.ts';
import type { Interface } from '../task.ts';

/**
 * `ended`: cancelled, not charged; `asked`: its worker was notified; `bought`: its provider charges for it
 * and cannot cancel it; `too_late`: it had ended or does not exist.
 */
export const cancelResults = ['ended', 'asked', 'bought', 'too_late'] as const;
export type CancelResult = (typeof cancelResults)[number];

export interface CancelRequest {
  readonly publicId: string;
  readonly accountId: string;
  readonly interface: Interface;
  readonly retentionHours: number;
}

export async function cancelTask(db: Database, request: CancelRequest): Promise<CancelResult> {
  return db.transaction(tx => cancelIn(tx, request), { isIndexed: true });
}

const maxTries = 10;

/** Cancels the task within the caller's transaction. */
export async function cancelIn(
  tx: Queryable,
  { publicId, accountId, interface: kind, retentionHours }: CancelRequest,
): Promise<CancelResult> {
  await racePoint('cancel a task');
  for (let tries = 0; tries < maxTries; tries++) {
    const values = [publicId, accountId, retentionHours, kind];
    const [row] = await tx.query<{ what: 'ended' | 'marked' | 'bought'; changed: string[] }>(
      cancelStatement,
      values,
    );
    if (row?.what === 'marked') return 'asked';
    if (row?.what === 'bought') return 'bought';
    if (row) {
      tx.hint('tasks', row.changed);
      return 'ended';
    }
    // A worker leased it, or gave it back, while the statement ran: the next one sees where it is now.
    const isOpen = (await tx.query(isOpenStatement, [publicId, accountId, kind])).length > 0;
    if (!isOpen) return 'too_late';
  }
  throw new AppError('database_unavailable');
}

/**
 * Ends the task if no worker has it: whoever gets its place in the queue, a worker or this,
 * comes first. In a transaction.
 */
export async function cancelUnleased(
  tx: Queryable,
  { publicId, accountId, interface: kind, retentionHours }: CancelRequest,
): Promise<boolean> {
  await racePoint('cancel a task');
  const values = [publicId, accountId, retentionHours, kind];
  const [row] = await tx.query<{ changed: string[] }>(cancelUnleasedStatement, values);
  if (row) tx.hint('tasks', row.changed);
  return row !== undefined;
}
