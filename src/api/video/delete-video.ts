/**
 * DELETE /v1/videos/{id}: deletes file and record of a clip. A clip in progress is cancelled without charge.
 */
import type { Database } from '../../platform/db/open.ts';
import { AppError } from '@kinora/shared/errors/errors';
import { deleteTask } from '../../core/tasks/library/delete-task.ts';
import { ownTask } from '../http/tasks/own-task.ts';
import type { Call } from '../http/route.ts';

export interface DeleteDependencies {
  readonly db: Database;
  readonly retentionHours: number;
}

export function deleteVideo({ db, retentionHours }: DeleteDependencies) {
  return async ({ params, token }: Call) => {
    const publicId = params['id'] ?? '';
    const task = { publicId, accountId: token.accountId, interface: 'video' } as const;
    await ownTask(db, publicId, { token, interface: 'video' });
    if (!(await deleteTask(db, { ...task, retentionHours })))
      throw new AppError('task_unknown', { task: publicId });
    return { id: publicId, object: 'video.deleted', deleted: true };
  };
}
