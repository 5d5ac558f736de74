/** POST /mj/task/{id}/cancel: ends a task that has not ended, uncharged. */
import type { Database } from '../../db/open.ts';
import { cancelTask } from '../../tasks/cancel-task.ts';
import { ownTask } from '../own-task.ts';
import type { Call } from '../route.ts';
import { successText } from './submit-answer.ts';

export function cancelImageTask({ db, retentionHours }: { db: Database; retentionHours: number }) {
  return async ({ params, token, language }: Call) => {
    const publicId = params['id'] ?? '';
    const mine = { accountId: token.accountId, interface: 'image' } as const;
    await ownTask(db, publicId, mine);
    const result = await cancelTask(db, { publicId, ...mine, retentionHours });
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
