/** POST /v1/videos/{id}/cancel: ends a task that has not ended, uncharged; answers with its record. */
import { AppError } from '../../errors.ts';
import type { Database } from '../../db/open.ts';
import { cancelTask } from '../../tasks/cancel-task.ts';
import { viewTask } from '../../tasks/task-view.ts';
import type { Call } from '../route.ts';
import { toVideoRecord } from './wire.ts';

export function cancelVideo({
  db,
  retentionHours,
  currency,
}: {
  db: Database;
  retentionHours: number;
  currency: string;
}) {
  return async ({ params, token, baseUrl, language }: Call) => {
    const publicId = params['id'] ?? '';
    await cancelTask(db, { publicId, accountId: token.accountId, interface: 'video', retentionHours });
    const task = await viewTask(db, publicId, 'video');
    if (task?.accountId !== token.accountId) throw new AppError('task_unknown', { task: publicId });
    return toVideoRecord(task, { baseUrl, language, currency });
  };
}
