/** The body of a webhook: for an image task its record as a fetch returns it, for a clip an event with its record. */
import type { Queryable } from '../../platform/db/open.ts';
import { viewAnyTask, type TaskView } from '../../core/tasks/read/task-view.ts';
import type { RecordOf } from '../../core/webhooks/deliver-hook.ts';
import { toTaskRecord, type RecordParts } from '../image/wire/wire.ts';
import type { RecordOptions } from '../http/reply/usage.ts';
import { statusOf, toVideoRecord } from '../video/wire.ts';

export function recordForHook(parts: RecordParts & { readonly db: Queryable }): RecordOf {
  return async ({ publicId, interface: kind, baseUrl, language }) => {
    const task = await viewAnyTask(parts.db, publicId);
    if (!task) return undefined;
    const options = { ...parts, baseUrl, language };
    const record = kind === 'image' ? toTaskRecord(task, options) : videoEvent(task, options);
    return { phase: task.phase, progress: task.progress, body: JSON.stringify(record) };
  };
}

/** The shape that Standard Webhooks recommends, with the event names of the OpenAI format. */
function videoEvent(task: TaskView, options: RecordOptions) {
  return {
    type: `video.${statusOf[task.phase]}`,
    timestamp: (task.finishedAt ?? task.createdAt).toISOString(),
    data: toVideoRecord(task, options),
  };
}
