/** How image tasks are read, followed and cancelled. */
import { openFollower } from '../tasks/follow.ts';
import { TaskFailedError } from '../http/kinora-error.ts';
import type { TaskKind } from '../tasks/task.ts';
import type { Transport } from '../http/transport.ts';
import type { ImageRecord } from './image-record.ts';
import type { ImageResult } from './image-result.ts';

export function imageKind(
  { get, post, openStream }: Transport,
  toResult: (record: ImageRecord) => ImageResult,
): TaskKind<ImageRecord, ImageResult> {
  const source = {
    read: (id: string, signal?: AbortSignal): Promise<ImageRecord> =>
      get('/mj/task/{id}/fetch', { path: { id }, signal }),
    isEnded: ({ status }: ImageRecord) => status === 'SUCCESS' || status === 'FAILURE',
    openStream: openStream('/mj/events'),
  };
  return {
    ...source,
    follower: openFollower(source),
    cancel: id => post(`/mj/task/${encodeURIComponent(id)}/cancel`),
    openTaskStream: id => openStream(`/mj/task/${encodeURIComponent(id)}/events`),
    toResult: record => {
      if (record.status === 'SUCCESS') return toResult(record);
      const code = String(record.properties['errorCode'] ?? 'task_failed');
      throw new TaskFailedError(record.failReason ?? '', { code, taskId: record.id, record });
    },
  };
}
