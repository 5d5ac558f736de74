/** Cancel: a task that nobody works on ends at once; the worker of any other ends it as soon as it can. */
import type { Database } from '../db/open.ts';
import { cancelStatement, lockForCancel } from './finish-task.ts';
import type { Interface } from './task.ts';

/** `ended`: it is over, uncharged; `asked`: its worker was told; `too_late`: it had ended, or is not there. */
export type CancelResult = 'ended' | 'asked' | 'too_late';

export interface CancelRequest {
  readonly publicId: string;
  readonly accountId: string;
  readonly interface: Interface;
  readonly retentionHours: number;
}

export async function cancelTask(
  db: Database,
  { publicId, accountId, interface: kind, retentionHours }: CancelRequest,
): Promise<CancelResult> {
  const [row] = await db.transaction(async tx => {
    await tx.query(lockForCancel, [publicId, accountId, kind]);
    const values = [publicId, accountId, retentionHours, kind];
    return tx.query<{ what: 'ended' | 'marked' }>(cancelStatement, values);
  });
  if (!row) return 'too_late';
  return row.what === 'ended' ? 'ended' : 'asked';
}
