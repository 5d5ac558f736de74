/** GET /mj/task/{id}/fetch: the record of one task. */
import type { Queryable } from '../../db/open.ts';
import { AppError } from '../../errors.ts';
import { viewTask } from '../../tasks/task-view.ts';
import type { KeptReplies } from '../kept-replies.ts';
import type { Records } from '../records.ts';
import type { Call } from '../route.ts';
import { sendRecord } from '../send-record.ts';
import { toTaskRecord, type RecordParts } from './wire.ts';

export interface FetchParts extends RecordParts {
  readonly db: Queryable;
  readonly records: Records;
  readonly replies: KeptReplies;
}

export function fetchTask(parts: FetchParts) {
  const { db, records, replies } = parts;
  return async (call: Call) => {
    const { params, token, baseUrl, language } = call;
    const id = params['id'] ?? '';
    const record = await records.get(id, `image ${baseUrl} ${language}`, async () => {
      const task = await viewTask(db, id, 'image');
      return (
        task && {
          accountId: task.accountId,
          record: toTaskRecord(task, { ...parts, baseUrl, language }),
          pollAfterMs: undefined,
        }
      );
    });
    if (record?.accountId !== token.accountId) throw new AppError('task_unknown', { task: id });
    return sendRecord(call, record, replies);
  };
}
