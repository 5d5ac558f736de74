/**
 * POST /mj/task/{id}/cancel: cancels a task that has not ended, without charge.
 * Cancelling it again changes nothing.
 */
import type { Database } from '../../../platform/db/open.ts';
import { cancelTask } from '../../../core/tasks/work/cancel-task.ts';
import { AppError } from '@kinora/shared/errors/errors';
import { ownTask } from '../../http/tasks/own-task.ts';
import type { Call } from '../../http/route.ts';
import { successText } from '../wire/submit-response.ts';
import { toErrorBody, statusOf } from '../wire/wire.ts';

export function cancelImageTask({ db, retentionHours }: { db: Database; retentionHours: number }) {
  return async ({ params, token, language }: Call) => {
    const publicId = params['id'] ?? '';
    const mine = { accountId: token.accountId, interface: 'image' } as const;
    const owner = { token, interface: 'image' } as const;
    await ownTask(db, publicId, owner);
    const result = await cancelTask(db, { publicId, ...mine, retentionHours });
    const { phase } = await ownTask(db, publicId, owner);
    if (result === 'bought') return toErrorBody(new AppError('task_bought'), language);
    if (result === 'too_late' && phase !== 'cancelled')
      return toErrorBody(new AppError('task_ended', { status: statusOf[phase] }), language);
    return { code: 1, description: successText[language], result: publicId, properties: {} };
  };
}
