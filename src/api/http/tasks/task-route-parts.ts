/** The dependencies of the routes of both task interfaces. */
import type { Storage } from '../../../media/storage/storage.ts';
import type { OpenStreams } from '../streams/open-streams.ts';
import type { TaskContent } from '../../../core/tasks/read/task-content.ts';
import type { RecordCache } from '../cache/record-cache.ts';
import type { TaskCache } from '../cache/task-cache.ts';
import type { SubmitDependencies } from './submit.ts';
import type { TaskBus } from '../streams/task-bus.ts';

export interface TaskRouteDependencies extends SubmitDependencies {
  /** Announced changes of tasks, for event streams. */
  readonly bus: TaskBus;
  readonly streams: OpenStreams;
  readonly storage: Storage;
  readonly records: RecordCache;
  readonly contents: TaskCache<TaskContent>;
  readonly retentionHours: number;
  /** The public address of the server, if it is configured. */
  readonly baseUrl: string | undefined;
}
