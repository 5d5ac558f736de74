/** GET /v1/videos/{id}: the record of one task. */
import { AppError } from '@kinora/shared/errors/errors';
import type { Queryable } from '../../platform/db/open.ts';
import type { Catalogue } from '../../core/catalogue/models/catalogue.ts';
import { isEnded } from '../../core/tasks/task.ts';
import { isInScope, pickOwner, scopeOfToken } from '../../core/tasks/task-scope.ts';
import { viewTask } from '../../core/tasks/read/task-view.ts';
import type { RecordCache } from '../http/cache/record-cache.ts';
import type { Call } from '../http/route.ts';
import { sendRecord } from '../http/reply/send-record.ts';
import { toVideoRecord } from './wire.ts';

export interface VideoDependencies {
  readonly db: Queryable;
  readonly records: RecordCache;
  readonly catalogue: Catalogue;
  readonly currency: string;
}

export function getVideo({ db, records, catalogue, currency }: VideoDependencies) {
  return async (call: Call) => {
    const { params, token, baseUrl, language, variant } = call;
    const id = params['id'] ?? '';
    const record = await records.get(id, variant, async () => {
      const task = await viewTask(db, id, 'video');
      if (!task) return undefined;
      return {
        owner: pickOwner(task),
        record: toVideoRecord(task, { baseUrl, language, currency }),
        pollAfterMs: isEnded(task.phase) ? undefined : catalogue.pollAfterMs(task.model),
      };
    });
    if (!record || !isInScope(record.owner, scopeOfToken(token)))
      throw new AppError('task_unknown', { task: id });
    return sendRecord(call, record);
  };
}
