/** Announced changes of tasks, for the streams that are open in this process. */
import type { LineView } from '../tasks/line-view.ts';
import type { TaskView } from '../tasks/task-view.ts';

/** Reads the task that changed, as a stream wants it: once for all that want it so. */
export interface LoadTask {
  readonly view: () => Promise<TaskView | undefined>;
  /** With what the Console's lines show besides. */
  readonly line: () => Promise<LineView | undefined>;
}

export interface TaskBus {
  /** The database announced a change. Costs nothing while nobody listens, and a query of each kind however many do. */
  changed(publicId: string): void;
  /** Changes may have been missed, of tasks and of callers: every stream looks for itself. */
  missed(): void;
  /** A stream of this token, or of this user, may have to end. */
  callerChanged(callerId: string): void;
  subscribe(subscriber: Subscriber): () => void;
  /** Ends every stream. */
  close(): void;
}

export interface Subscriber {
  readonly changed: (publicId: string, load: LoadTask) => void;
  /** The token or the user whose stream it is. */
  readonly callerId: string;
  readonly missed: () => void;
  readonly end: () => void;
}

export interface FindTask {
  readonly view: (publicId: string) => Promise<TaskView | undefined>;
  readonly line: (publicId: string) => Promise<LineView | undefined>;
}

export function openTaskBus(find: FindTask): TaskBus {
  const subscribers = new Set<Subscriber>();
  const each = (tell: (subscriber: Subscriber) => void) => [...subscribers].forEach(tell);
  return {
    changed: publicId => {
      const load = { view: once(() => find.view(publicId)), line: once(() => find.line(publicId)) };
      each(subscriber => subscriber.changed(publicId, load));
    },
    missed: () => each(subscriber => subscriber.missed()),
    callerChanged: callerId =>
      each(subscriber => {
        if (subscriber.callerId === callerId) subscriber.missed();
      }),
    subscribe: subscriber => {
      subscribers.add(subscriber);
      return () => void subscribers.delete(subscriber);
    },
    close: () => each(subscriber => subscriber.end()),
  };
}

function once<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let begun: Promise<Result> | undefined;
  return () => (begun ??= work());
}
