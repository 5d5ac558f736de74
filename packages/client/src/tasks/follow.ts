/**
 * Waiting for tasks. All waits of a client share one event stream. Polls go on beside it, with growing
 * pauses, so that nothing depends on the stream: where a proxy or an older server does not let it through,
 * waiting only takes a little longer.
 */
import { streamEvents, type EventStreamOptions } from '../http/event-stream.ts';
import { anySignal, sleep } from '../http/sleep.ts';

export interface TaskSource<Record> {
  readonly read: (id: string, signal?: AbortSignal) => Promise<Record>;
  readonly isEnded: (record: Record) => boolean;
  readonly openStream: EventStreamOptions['open'];
}

export interface FollowOptions<Record> {
  readonly signal?: AbortSignal | undefined;
  /** Called with each state of the task that was seen. */
  readonly onProgress?: ((record: Record) => void) | undefined;
}

export interface Follower<Record> {
  /** The record of the task once it has ended. Rejects with the reason of the signal. */
  wait(id: string, options: FollowOptions<Record>): Promise<Record>;
}

/** While the stream is open, polls only find events that it may have lost. */
const pausesMs = { first: 250, longest: 5000, besideStream: 30_000 };

type Wake<Record> = (record?: Record) => void;

export function openFollower<Record>(source: TaskSource<Record>): Follower<Record> {
  const waiting = new Map<string, Set<Wake<Record>>>();
  let stream: AbortController | undefined;
  let isOpen = false;

  const wakeAll = () => waiting.forEach(wakes => wakes.forEach(wake => wake()));
  const setOpen = (state: boolean) => {
    isOpen = state;
    wakeAll();
  };
  const listen = async (controller: AbortController) => {
    const { signal } = controller;
    const onLost = () => stream === controller && setOpen(false);
    try {
      const events = streamEvents({ open: source.openStream, signal, onOpen: () => setOpen(true), onLost });
      for await (const { data } of events) {
        const record = JSON.parse(data) as Record & { readonly id: string };
        // A deleted task has no record any more, as the poll then shows.
        const existingRecord = Object.keys(record).length > 1 ? record : undefined;
        waiting.get(record.id)?.forEach(wake => wake(existingRecord));
      }
    } catch {
      // The server has no such stream for this caller: polls are enough.
    }
  };
  const subscribe = (id: string, wake: Wake<Record>) => {
    const wakes = waiting.get(id) ?? new Set();
    waiting.set(id, wakes.add(wake));
    if (!stream) {
      stream = new AbortController();
      void listen(stream);
    }
    return () => {
      wakes.delete(wake);
      if (wakes.size === 0) waiting.delete(id);
      if (waiting.size > 0) return;
      stream?.abort();
      stream = undefined;
      isOpen = false;
    };
  };

  const wait: Follower<Record>['wait'] = async (id, { signal, onProgress }) => {
    let latestRecord: Record | undefined;
    let wakeController = new AbortController();
    const unsubscribe = subscribe(id, record => {
      latestRecord = record ?? latestRecord;
      wakeController.abort();
    });
    try {
      let pauseMs = pausesMs.first;
      for (;;) {
        signal?.throwIfAborted();
        wakeController = new AbortController();
        const record = latestRecord ?? (await source.read(id, signal));
        latestRecord = undefined;
        onProgress?.(record);
        if (source.isEnded(record)) return record;
        await sleep(isOpen ? pausesMs.besideStream : pauseMs, anySignal(wakeController.signal, signal));
        pauseMs = Math.min(pauseMs * 1.5, pausesMs.longest);
      }
    } finally {
      unsubscribe();
    }
  };
  return { wait };
}
