/** POST /mj/task/{id}/cancel: ends a task that has not ended, uncharged. */
import type { Database } from '../../db/open.ts';
import { AppError } from '../../errors.ts';
import { cancelTask } from '../../tasks/cancel-task.ts';
import { viewTask } from '../../tasks/task-view.ts';
import type { Call } from '../route.ts';
import { successText } from './submit-answer.ts';

export function cancelImageTask({ db, retentionHours }: { db: Database; retentionHours: number }) {
  return async ({ params, token, language }: Call) => {
    const publicId = params['id'] ?? '';
    const task = await viewTask(db, publicId, 'image');
    if (task?.accountId !== token.accountId) throw new AppError('task_unknown', { task: publicId });
    const result = await cancelTask(db, {
      publicId,
      accountId: token.accountId,
      interface: 'image',
      retentionHours,
    });
    if (result === 'too_late')
      return {
        code: 4,
        description: language === 'zh' ? '任务已结束' : 'The task has ended already.',
        result: null,
        properties: {},
      };
    return { code: 1, description: successText[language], result: publicId, properties: {} };
  };
}
