/** GET /v1/videos/{id}: the record of one task. */
import { AppError } from '../../errors.ts';
import type { Queryable } from '../../db/open.ts';
import type { Catalogue } from '../../models/catalogue.ts';
import { isEnded } from '../../tasks/task.ts';
import { viewTask } from '../../tasks/task-view.ts';
import type { KeptReplies } from '../kept-replies.ts';
import type { Records } from '../records.ts';
import type { Call } from '../route.ts';
import { sendRecord } from '../send-record.ts';
import { toVideoRecord } from './wire.ts';

export interface VideoParts {
  readonly db: Queryable;
  readonly records: Records;
  readonly replies: KeptReplies;
  readonly catalogue: Catalogue;
  readonly currency: string;
}

export function getVideo({ db, records, replies, catalogue, currency }: VideoParts) {
  return async (call: Call) => {
    const { params, token, baseUrl, language } = call;
    const id = params['id'] ?? '';
    const record = await records.get(id, `video ${baseUrl} ${language}`, async () => {
      const task = await viewTask(db, id, 'video');
      if (!task) return undefined;
      return {
        accountId: task.accountId,
        record: toVideoRecord(task, { baseUrl, language, currency }),
        pollAfterMs: isEnded(task.phase) ? undefined : catalogue.pollAfterMs(task.model),
      };
    });
    if (record?.accountId !== token.accountId) throw new AppError('task_unknown', { task: id });
    return sendRecord(call, record, replies);
  };
}
