/** An alarm that calls a function once, after a time. */
import type { Clock } from '@kinora/shared/clock';

export interface Alarm {
  /** Replaces what was set before. Undefined means that the alarm does not ring. */
  set(ms: number | undefined): void;
  /** Stops it: it does not call any more. */
  close(): void;
}

export function openAlarm(clock: Pick<Clock, 'sleep'>, ring: () => void): Alarm {
  let waiting = new AbortController();
  let isClosed = false;
  return {
    set: ms => {
      waiting.abort();
      if (ms === undefined || isClosed) return;
      waiting = new AbortController();
      const { signal } = waiting;
      void clock.sleep(ms, signal).then(() => {
        if (!signal.aborted) ring();
      });
    },
    close: () => {
      isClosed = true;
      waiting.abort();
    },
  };
}
