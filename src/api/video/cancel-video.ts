/**
 * POST /v1/videos/{id}/cancel: cancels a task that has not ended, without charge, and returns
 * its record. Cancelling a cancelled task changes nothing and returns the same. A task that
 * ended in another way gives 409.
 */
import type { Database } from '../../platform/db/open.ts';
import { AppError } from '@kinora/shared/errors/errors';
import { cancelTask } from '../../core/tasks/work/cancel-task.ts';
import { ownTask } from '../http/tasks/own-task.ts';
import type { Call } from '../http/route.ts';
import { statusOf, toVideoRecord } from './wire.ts';

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
    const mine = { accountId: token.accountId, interface: 'video' } as const;
    const owner = { token, interface: 'video' } as const;
    await ownTask(db, publicId, owner);
    const result = await cancelTask(db, { publicId, ...mine, retentionHours });
    if (result === 'bought') throw new AppError('task_bought');
    const task = await ownTask(db, publicId, owner);
    if (result === 'too_late' && task.phase !== 'cancelled')
      throw new AppError('task_ended', { status: statusOf[task.phase] });
    return toVideoRecord(task, { baseUrl, language, currency });
  };
}
