/** DELETE /v1/videos/{id}: the clip is gone, file and record; one that is still made is cancelled, uncharged. */
import type { Database } from '../../db/open.ts';
import { AppError } from '../../errors.ts';
import { cancelTask } from '../../tasks/cancel-task.ts';
import { deleteTask } from '../../tasks/delete-task.ts';
import type { Records } from '../records.ts';
import type { Call } from '../route.ts';

export interface DeleteParts {
  readonly db: Database;
  readonly retentionHours: number;
  readonly records: Records;
}

export function deleteVideo({ db, retentionHours, records }: DeleteParts) {
  return async ({ params, token }: Call) => {
    const publicId = params['id'] ?? '';
    const task = { publicId, accountId: token.accountId, interface: 'video' } as const;
    await cancelTask(db, { ...task, retentionHours });
    if (!(await deleteTask(db, task))) throw new AppError('task_unknown', { task: publicId });
    // Here at once; elsewhere as soon as it is announced.
    records.forget(publicId);
    return { id: publicId, object: 'video.deleted', deleted: true };
  };
}
