/** A task's record as a hook is told it: the same as a fetch of the task gives. */
import type { Queryable } from '../db/open.ts';
import { viewTask } from '../tasks/task-view.ts';
import type { RecordOf } from '../webhooks/deliver-hook.ts';
import { toTaskRecord, type RecordParts } from './image/wire.ts';
import { toVideoRecord } from './video/wire.ts';

export function recordForHook(parts: RecordParts & { readonly db: Queryable }): RecordOf {
  return async ({ publicId, interface: kind, baseUrl, language }) => {
    const task = await viewTask(parts.db, publicId, kind);
    if (!task) return undefined;
    const options = { ...parts, baseUrl, language };
    const record = kind === 'image' ? toTaskRecord(task, options) : toVideoRecord(task, options);
    return { phase: task.phase, progress: task.progress, body: JSON.stringify(record) };
  };
}
