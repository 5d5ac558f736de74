/** Distributes announced changes of tasks to the open streams of this process. */
import type { ChangeFeed } from '../../../platform/db/change-feed.ts';
import type { Notifications } from '../../../platform/db/notifications.ts';
import { once } from '../../../platform/lib/async/once.ts';
import type { TaskSummary } from '../../../core/tasks/read/task-summary.ts';
import type { TaskView } from '../../../core/tasks/read/task-view.ts';

/** Reads the task that changed. Streams that need the same data share one query. */
export interface LoadTask {
  readonly view: () => Promise<TaskView | undefined>;
  /** The task with the additional data of the Console's lists. */
  readonly summary: () => Promise<TaskSummary | undefined>;
}

export interface TaskBus {
  subscribe(subscriber: Subscriber): () => void;
  /** Ends every stream. */
  close(): void;
}

export interface Subscriber {
  /** Called when a task of any account changed. */
  readonly onTaskChange: (publicId: string, load: LoadTask) => void;
  /** The token and the user of the stream. */
  readonly callerIds: readonly string[];
  /**
   * Called when changes may have been missed, or the rights of the caller have changed. The subscriber checks
   * both.
   */
  readonly onMissedChanges: () => void;
  /** Called when tokens of an account (undefined: of any) were created, changed or revoked. */
  readonly onTokensChange: (accountId: string | undefined) => void;
  /**
   * Called when a local model or the progress of its installation changed. Absent if the stream does not
   * report these.
   */
  readonly onLocalChange?: () => void;
  readonly end: () => void;
}

export interface FindTask {
  readonly view: (publicId: string) => Promise<TaskView | undefined>;
  readonly summary: (publicId: string) => Promise<TaskSummary | undefined>;
}

export interface TaskBusSources {
  readonly changes: Pick<ChangeFeed, 'on' | 'onGap'>;
  readonly notifications: Notifications;
}

/** A change costs nothing without open streams, and otherwise one query of each kind. */
export function openTaskBus(find: FindTask, { changes, notifications }: TaskBusSources): TaskBus {
  const subscribers = new Set<Subscriber>();
  const each = (call: (subscriber: Subscriber) => void) => [...subscribers].forEach(call);
  const reportMissedChanges = () => each(subscriber => subscriber.onMissedChanges());
  const reportCallerChange = (callerId: string) =>
    each(subscriber => subscriber.callerIds.includes(callerId) && subscriber.onMissedChanges());
  const reportTokensChange = (accountId?: string) => each(subscriber => subscriber.onTokensChange(accountId));
  const reportTaskChange = (publicId: string) => {
    const load = { view: once(() => find.view(publicId)), summary: once(() => find.summary(publicId)) };
    each(subscriber => subscriber.onTaskChange(publicId, load));
  };
  changes.on(taskChanges => taskChanges.forEach(({ publicId }) => reportTaskChange(publicId)));
  changes.onGap(reportMissedChanges);
  notifications.onListening(isListening => isListening && reportMissedChanges());
  notifications.on('kinora_token', payload => {
    const [tokenId = '', accountId] = payload.split(' ');
    reportCallerChange(tokenId);
    reportTokensChange(accountId);
  });
  notifications.on('kinora_token_made', reportTokensChange);
  notifications.on('kinora_session', reportCallerChange);
  notifications.on('kinora_local', () => each(subscriber => subscriber.onLocalChange?.()));
  return {
    subscribe: subscriber => {
      subscribers.add(subscriber);
      return () => void subscribers.delete(subscriber);
    },
    close: () => each(subscriber => subscriber.end()),
  };
}
