/** Image tasks as server-sent events, which are named after the status. */
import type { EventFormat } from '../../http/tasks/task-events.ts';
import { statusOf, toTaskRecord, type RecordDependencies } from './wire.ts';

export function imageEvents(parts: RecordDependencies): EventFormat {
  return {
    interface: 'image',
    toEvent: (task, { baseUrl, language }) => ({
      name: `image.${statusOf[task.phase].toLowerCase()}`,
      data: JSON.stringify(toTaskRecord(task, { ...parts, baseUrl, language })),
    }),
  };
}
