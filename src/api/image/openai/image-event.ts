/**
 * The body of a webhook of the Images API and of chats: the shape that Standard
 * Webhooks recommends, as for clips.
 */
import type { TaskView } from '../../../core/tasks/read/task-view.ts';
import { fileAddress } from '../../http/reply/file-address.ts';
import {
  describePictures,
  listPictures,
  toTaskResponse,
  unixSeconds,
  type TaskOptions,
} from './images-response.ts';
import { asAddresses } from './read-fields.ts';

export function toImageEvent(task: TaskView, options: TaskOptions) {
  const record = toTaskResponse(task, options);
  return {
    type: `image.${record.status}`,
    timestamp: (task.finishedAt ?? task.createdAt).toISOString(),
    data: task.phase === 'succeeded' ? { ...record, result: toResult(task, options) } : record,
  };
}

/**
 * With addresses, however the client wants its images: a message with their data would be
 * too large for many receivers.
 */
function toResult(task: TaskView, { baseUrl }: Pick<TaskOptions, 'baseUrl'>) {
  const files = [...listPictures(task), ...task.outputs.filter(({ kind }) => kind === 'clip')];
  const data = files.map(output => ({ url: fileAddress(baseUrl, output) }));
  return { created: unixSeconds(task.createdAt), data, ...describePictures(task, asAddresses) };
}
