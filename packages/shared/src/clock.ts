/** The only source of time, so that tests can control it. */
export interface Clock {
  /**
   * A monotonic time in whole milliseconds. It begins with the time since 1970 at which the process started and ignores later
   * changes of the machine's clock. Use it for durations and timeouts.
   */
  now(): number;
  /** Resolves after `ms`, or as soon as the signal aborts. Never rejects. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: () => Math.floor(performance.timeOrigin + performance.now()),
  sleep: (ms, signal) =>
    new Promise(resolve => {
      if (signal?.aborted) return resolve();
      const done = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', done);
        resolve();
      };
      const timer = setTimeout(done, ms);
      signal?.addEventListener('abort', done, { once: true });
    }),
};

/** Milliseconds since 1970 by the machine's clock, which may be set at any time. For dates that people read or write. */
export function calendarNow(): number {
  return Date.now();
}

/** When this process started, in milliseconds since 1970. */
export const processStartMs = performance.timeOrigin;

/** A monotonic time in milliseconds with fractions, to measure what takes less than one. */
export function preciseNow(): number {
  return performance.now();
}

/** A sleep that does not keep Node running, for watching something in the background. */
export function backgroundSleep(ms: number): Promise<void> {
  return new Promise(resolve => {
    setTimeout(resolve, ms).unref();
  });
}
