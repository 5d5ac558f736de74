/** Announced changes of tasks, for the streams that are open in this process. */
import type { TaskView } from '../tasks/task-view.ts';

export type LoadTask = () => Promise<TaskView | undefined>;

export interface TaskBus {
  /** The database announced a change. Costs nothing while nobody listens, and one query however many do. */
  changed(publicId: string): void;
  /** Changes may have been missed, of tasks and of tokens: every stream looks for itself. */
  missed(): void;
  /** A stream of this token may have to end. */
  tokenChanged(tokenId: string): void;
  subscribe(subscriber: Subscriber): () => void;
  /** Ends every stream. */
  close(): void;
}

export interface Subscriber {
  /** `load` reads the task once for all. */
  readonly changed: (publicId: string, load: LoadTask) => void;
  readonly tokenId: string;
  readonly missed: () => void;
  readonly end: () => void;
}

export function openTaskBus(find: (publicId: string) => Promise<TaskView | undefined>): TaskBus {
  const subscribers = new Set<Subscriber>();
  const each = (tell: (subscriber: Subscriber) => void) => [...subscribers].forEach(tell);
  return {
    changed: publicId => {
      let loading: Promise<TaskView | undefined> | undefined;
      const load = () => (loading ??= find(publicId));
      each(subscriber => subscriber.changed(publicId, load));
    },
    missed: () => each(subscriber => subscriber.missed()),
    tokenChanged: tokenId =>
      each(subscriber => {
        if (subscriber.tokenId === tokenId) subscriber.missed();
      }),
    subscribe: subscriber => {
      subscribers.add(subscriber);
      return () => void subscribers.delete(subscriber);
    },
    close: () => each(subscriber => subscriber.end()),
  };
}
