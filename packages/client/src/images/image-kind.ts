/** How image tasks are read, followed and cancelled. */
import { openFollower } from '../tasks/follow.ts';
import { given } from '../http/given.ts';
import { TaskFailedError } from '../http/kinora-error.ts';
import type { TaskKind } from '../tasks/task.ts';
import type { Transport } from '../http/transport.ts';
import type { ImageRecord } from './image-record.ts';
import type { ImageResult } from './image-result.ts';

export function imageKind(
  { api, openStream }: Transport,
  toResult: (record: ImageRecord) => ImageResult,
): TaskKind<ImageRecord, ImageResult> {
  const source = {
    read: async (id: string, signal?: AbortSignal) => {
      const { data } = await api.GET('/mj/task/{id}/fetch', {
        params: { path: { id } },
        ...given({ signal }),
      });
      return data as ImageRecord;
    },
    isEnded: ({ status }: ImageRecord) => status === 'SUCCESS' || status === 'FAILURE',
    openStream: openStream('/mj/events'),
  };
  return {
    ...source,
    follower: openFollower(source),
    cancel: async id => api.POST('/mj/task/{id}/cancel', { params: { path: { id } } }),
    openTaskStream: id => openStream(`/mj/task/${encodeURIComponent(id)}/events`),
    toResult: record => {
      if (record.status === 'SUCCESS') return toResult(record);
      const code = String(record.properties['errorCode'] ?? 'task_failed');
      throw new TaskFailedError(record.failReason ?? '', { code, taskId: record.id, record });
    },
  };
}
