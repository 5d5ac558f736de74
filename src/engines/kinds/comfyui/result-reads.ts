/**
 * Results that are being read. A read continues when the check that began it ends, and the next check waits
 * for the same one: a check lasts less than a minute, and ends as soon as another step of its task has
 * changed.
 */
import { LRUCache } from 'lru-cache';
import { systemClock } from '@kinora/shared/clock';
import type { EngineStatus } from '../../contract/engine-status.ts';

export interface ReadWait {
  readonly waitMs: number;
  readonly signal: AbortSignal;
}

interface ResultRead {
  readonly stop: AbortController;
  readonly result: Promise<EngineStatus>;
}

/**
 * The number of reads in progress. More are aborted, the oldest first, because checks may never return for
 * them.
 */
const maxReads = 500;
/** The shortest wait for a read, even if the check asks for less, because most results are read at once. */
const minWaitMs = 5_000;

export class ResultReads {
  readonly #reads = new LRUCache<string, ResultRead>({ max: maxReads, dispose: ({ stop }) => stop.abort() });

  has(id: string): boolean {
    return this.#reads.has(id);
  }

  begin(id: string, read: (signal: AbortSignal) => Promise<EngineStatus>): void {
    const stop = new AbortController();
    const result = read(stop.signal);
    // Only checks await it, and they may come later.
    result.catch(() => {});
    this.#reads.set(id, { stop, result });
  }

  /**
   * Returns the result of a read, and forgets it. Returns undefined if it is not complete yet. Rejects if it
   * could not be read.
   */
  async result(id: string, { waitMs, signal }: ReadWait): Promise<EngineStatus | undefined> {
    const reading = this.#reads.get(id);
    const wakeController = new AbortController();
    const timeout = systemClock.sleep(
      Math.max(waitMs, minWaitMs),
      AbortSignal.any([signal, wakeController.signal]),
    );
    let isOver = true;
    try {
      return await Promise.race([
        reading?.result,
        timeout.then(() => {
          isOver = false;
          return undefined;
        }),
      ]);
    } finally {
      if (isOver) this.forget(id);
      wakeController.abort();
    }
  }

  /** Ends the read, if there is one. */
  forget(id: string): void {
    this.#reads.delete(id);
  }

  close(): void {
    this.#reads.clear();
  }
}
