/** The records of several tasks: POST /mj/task/list-by-condition, GET /mj/task/list and GET /mj/task/queue. */
import type { z } from 'zod';
import type { Queryable } from '../../db/open.ts';
import { viewQueuedTasks, viewTaskPage, viewTasks, type TaskView } from '../../tasks/task-view.ts';
import type { Call } from '../route.ts';
import type { listBody } from './bodies.ts';
import { toTaskRecord, type RecordParts } from './wire.ts';

const maxIds = 1000;
const newestListed = 100;

export interface ListParts extends RecordParts {
  readonly db: Queryable;
}

/** Unknown and foreign ids are left out. */
export function listTasks(parts: ListParts) {
  return async (call: Call<z.infer<typeof listBody>>) => {
    const ids = call.body.ids ?? [];
    if (ids.length === 0) return [];
    const { accountId } = call.token;
    return recordsOf(
      parts,
      call,
      await viewTasks(parts.db, ids, { accountId, interface: 'image', limit: maxIds }),
    );
  };
}

/** The newest first. */
export function listNewest(parts: ListParts) {
  return async (call: Call) => {
    const { accountId } = call.token;
    return recordsOf(
      parts,
      call,
      await viewTaskPage(parts.db, { accountId, interface: 'image', limit: newestListed }),
    );
  };
}

/** What waits, in the order in which it will be begun. */
export function listQueue(parts: ListParts) {
  return async (call: Call) => {
    const { accountId } = call.token;
    return recordsOf(
      parts,
      call,
      await viewQueuedTasks(parts.db, { accountId, interface: 'image', limit: newestListed }),
    );
  };
}

function recordsOf(parts: ListParts, call: Pick<Call, 'baseUrl' | 'language'>, tasks: readonly TaskView[]) {
  return tasks.map(task => toTaskRecord(task, { ...parts, ...call }));
}
