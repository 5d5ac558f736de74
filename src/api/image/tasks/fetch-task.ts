/** GET /mj/task/{id}/fetch: the record of one task. */
import type { Queryable } from '../../../platform/db/open.ts';
import { AppError } from '@kinora/shared/errors/errors';
import { isInScope, pickOwner, scopeOfToken } from '../../../core/tasks/task-scope.ts';
import { viewTask } from '../../../core/tasks/read/task-view.ts';
import type { RecordCache } from '../../http/cache/record-cache.ts';
import type { Call } from '../../http/route.ts';
import { sendRecord } from '../../http/reply/send-record.ts';
import { toTaskRecord, type RecordDependencies } from '../wire/wire.ts';

export interface FetchDependencies extends RecordDependencies {
  readonly db: Queryable;
  readonly records: RecordCache;
}

export function fetchTask(parts: FetchDependencies) {
  const { db, records } = parts;
  return async (call: Call) => {
    const { params, token, baseUrl, language, variant } = call;
    const id = params['id'] ?? '';
    const record = await records.get(id, variant, async () => {
      const task = await viewTask(db, id, 'image');
      return (
        task && {
          owner: pickOwner(task),
          record: toTaskRecord(task, { ...parts, baseUrl, language }),
          pollAfterMs: undefined,
        }
      );
    });
    if (!record || !isInScope(record.owner, scopeOfToken(token)))
      throw new AppError('task_unknown', { task: id });
    return sendRecord(call, record);
  };
}
