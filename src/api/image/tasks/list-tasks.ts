/** Retrieve several tasks: POST /mj/task/list-by-condition, GET /mj/task/list and GET /mj/task/queue. */
import type { z } from 'zod';
import type { Queryable } from '../../../platform/db/open.ts';
import { scopeOfToken } from '../../../core/tasks/task-scope.ts';
import {
  viewQueuedTasks,
  viewTaskPage,
  viewTasks,
  type TaskView,
} from '../../../core/tasks/read/task-view.ts';
import type { Call } from '../../http/route.ts';
import type { listBody } from '../wire/bodies.ts';
import { toTaskRecord, type RecordDependencies } from '../wire/wire.ts';

const maxIds = 1000;
const newestListed = 100;

export interface ListDependencies extends RecordDependencies {
  readonly db: Queryable;
}

/** The tasks with these ids. Unknown ids and those of others are left out. */
export function listTasks(parts: ListDependencies) {
  return async (call: Call<z.infer<typeof listBody>>) => {
    const ids = call.body.ids ?? [];
    if (ids.length === 0) return [];
    const scope = scopeOfToken(call.token);
    return toRecords(
      parts,
      call,
      await viewTasks(parts.db, ids, { scope, interface: 'image', limit: maxIds }),
    );
  };
}

/** The newest tasks, newest first by `submitTime`. */
export function listNewest(parts: ListDependencies) {
  return async (call: Call) => {
    const scope = scopeOfToken(call.token);
    return toRecords(
      parts,
      call,
      await viewTaskPage(parts.db, { scope, interface: 'image', limit: newestListed }),
    );
  };
}

/** Lists queued tasks, oldest first, by `submitTime`. */
export function listQueue(parts: ListDependencies) {
  return async (call: Call) => {
    const scope = scopeOfToken(call.token);
    return toRecords(
      parts,
      call,
      await viewQueuedTasks(parts.db, { scope, interface: 'image', limit: newestListed }),
    );
  };
}

function toRecords(
  parts: ListDependencies,
  call: Pick<Call, 'baseUrl' | 'language'>,
  tasks: readonly TaskView[],
) {
  return tasks.map(task => toTaskRecord(task, { ...parts, ...call }));
}
