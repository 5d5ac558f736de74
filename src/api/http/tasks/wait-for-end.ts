/** Waits for the end of a task by the change feed, without asking the database until the task changes. */
import { systemClock } from '@kinora/shared/clock';
import { isEnded } from '../../../core/tasks/task.ts';
import type { TaskView } from '../../../core/tasks/read/task-view.ts';
import type { TaskBus } from '../streams/task-bus.ts';

export interface Wait {
  readonly publicId: string;
  /** Reads the task. */
  readonly view: () => Promise<TaskView | undefined>;
  readonly callerIds: readonly string[];
  /** The longest wait, in milliseconds. */
  readonly atMostMs: number;
  /** Aborts when the client is gone. */
  readonly disconnectSignal: AbortSignal;
  /** Called with each state of the task but the last. */
  readonly onChange?: (task: TaskView) => Promise<void>;
}

/** `task` is undefined if it was deleted meanwhile. */
export type WaitResult =
  | { readonly what: 'ended'; readonly task: TaskView | undefined }
  | { readonly what: 'late' | 'gone' | 'closing' };

export async function waitForEnd(bus: Pick<TaskBus, 'subscribe'>, wait: Wait): Promise<WaitResult> {
  const { publicId, view, callerIds, atMostMs, disconnectSignal, onChange } = wait;
  const changes = openSignal();
  const stop = new AbortController();
  let isClosing = false;
  const unsubscribe = bus.subscribe({
    callerIds,
    onTaskChange: id => id === publicId && changes.raise(),
    onMissedChanges: changes.raise,
    onTokensChange: () => {},
    end: () => {
      isClosing = true;
      changes.raise();
    },
  });
  let isLate = false;
  const timer = systemClock.sleep(atMostMs, stop.signal).then(() => {
    isLate = !stop.signal.aborted;
    changes.raise();
  });
  disconnectSignal.addEventListener('abort', changes.raise);
  try {
    for (;;) {
      // Raised again by a change that comes while the task is read.
      const next = changes.next();
      const task = await view();
      if (!task || task.isDeleted || isEnded(task.phase)) return { what: 'ended', task };
      if (disconnectSignal.aborted) return { what: 'gone' };
      if (isClosing) return { what: 'closing' };
      if (isLate) return { what: 'late' };
      await onChange?.(task);
      await next;
    }
  } finally {
    unsubscribe();
    disconnectSignal.removeEventListener('abort', changes.raise);
    stop.abort();
    await timer;
  }
}

/** A flag that can be waited for: `next` resolves when `raise` is called after it. */
function openSignal() {
  let waiting = Promise.withResolvers<void>();
  return {
    raise: (): void => waiting.resolve(),
    next: (): Promise<void> => {
      waiting = Promise.withResolvers<void>();
      return waiting.promise;
    },
  };
}
