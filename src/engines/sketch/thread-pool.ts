/** A fixed number of threads, started when first needed, that take work from one queue. A thread that dies is replaced. */
import { Worker } from 'node:worker_threads';
import type { SketchNews, SketchWork } from './sketch-work.ts';

export interface ThreadPool {
  /** Queues a piece of work; `onNews` hears of it until its last news (`picture`, `clip` or `failed`). Returns how to drop it. */
  run(work: SketchWork, onNews: (news: SketchNews) => void): () => void;
  /** How many pieces of work would be begun at once. */
  readonly idle: number;
  close(): Promise<void>;
}

interface Entry {
  readonly work: SketchWork;
  readonly onNews: (news: SketchNews) => void;
}

interface Thread {
  readonly worker: Worker;
  entry: Entry | undefined;
}

const threadFile = new URL('./sketch-thread.ts', import.meta.url);

export function openThreadPool(size: number): ThreadPool {
  const queue: Entry[] = [];
  const threads = new Set<Thread>();
  let closing = false;

  const assign = (): void => {
    while (queue.length > 0 && !closing) {
      const thread =
        [...threads].find(candidate => !candidate.entry) ?? (threads.size < size ? startThread() : undefined);
      if (!thread) return;
      thread.entry = queue.shift();
      thread.worker.ref();
      thread.worker.postMessage(thread.entry?.work);
    }
  };

  const startThread = (): Thread => {
    const thread: Thread = { worker: new Worker(threadFile), entry: undefined };
    thread.worker.on('message', (news: SketchNews) => {
      const { entry } = thread;
      if (news.type !== 'progress') {
        thread.entry = undefined;
        thread.worker.unref();
      }
      entry?.onNews(news);
      assign();
    });
    thread.worker.on('error', error =>
      thread.entry?.onNews({ type: 'failed', message: `a drawing thread died: ${error.message}` }),
    );
    thread.worker.on('exit', () => {
      threads.delete(thread);
      assign();
    });
    threads.add(thread);
    return thread;
  };

  return {
    run: (work, onNews) => {
      const entry = { work, onNews };
      queue.push(entry);
      assign();
      return () => {
        const waiting = queue.indexOf(entry);
        if (waiting >= 0) queue.splice(waiting, 1);
        // What is being drawn cannot be interrupted: the thread is given up, and another takes its place.
        for (const thread of threads) if (thread.entry === entry) void thread.worker.terminate();
      };
    },
    get idle() {
      return size - queue.length - [...threads].filter(thread => thread.entry).length;
    },
    close: async () => {
      closing = true;
      await Promise.all([...threads].map(thread => thread.worker.terminate()));
    },
  };
}
