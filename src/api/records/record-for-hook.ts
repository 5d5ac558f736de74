/**
 * The body of a webhook. For a task of the image interface it is the record as a fetch returns it. For clips,
 * and for tasks of the Images API and of chats, it is an event with the record, as their clients know it.
 */
import type { Queryable } from '../../platform/db/open.ts';
import { viewAnyTask, type TaskView } from '../../core/tasks/read/task-view.ts';
import type { RecordOf } from '../../core/webhooks/deliver-hook.ts';
import { toImageEvent } from '../image/openai/image-event.ts';
import { readImageWire } from '../image/wire/image-wire.ts';
import { toTaskRecord, type RecordDependencies } from '../image/wire/wire.ts';
import type { RecordOptions } from '../http/reply/usage.ts';
import { statusOf, toVideoRecord } from '../video/wire.ts';

export function recordForHook(parts: RecordDependencies & { readonly db: Queryable }): RecordOf {
  return async ({ publicId, interface: kind, isDefault, baseUrl, language }) => {
    const task = await viewAnyTask(parts.db, publicId);
    if (!task) return undefined;
    const options = { ...parts, baseUrl, language };
    const record =
      kind === 'image' ? imageRecord(task, { ...options, isDefault }) : videoEvent(task, options);
    return { phase: task.phase, progress: task.progress, body: JSON.stringify(record) };
  };
}

/** The operator's default webhook receives all image tasks in one form. */
function imageRecord(
  task: TaskView,
  { isDefault, ...options }: RecordDependencies & RecordOptions & { readonly isDefault: boolean },
): object {
  const isEvent = !isDefault && readImageWire(task).delivery !== undefined;
  return isEvent ? toImageEvent(task, options) : toTaskRecord(task, options);
}

/** The shape that Standard Webhooks recommends, with the event names of the OpenAI format. */
function videoEvent(task: TaskView, options: RecordOptions) {
  return {
    type: `video.${statusOf[task.phase]}`,
    timestamp: (task.finishedAt ?? task.createdAt).toISOString(),
    data: toVideoRecord(task, options),
  };
}
