/**
 * The pause between two checks of a task's work, which a report of its provider ends: at most once a
 * second, however many arrive.
 */
import type { Clock } from '@kinora/shared/clock';

export interface EarlyCheck {
  /**
   * Ends the pause, or the next one if a check is in progress, because that check
   * may not have seen the change.
   */
  request(): void;
  /** Sleeps until `delayMs` have passed, the signal fires, or a report has arrived. */
  pause(delayMs: number, signal: AbortSignal): Promise<void>;
}

const reportedEveryMs = 1_000;

export function openEarlyCheck(clock: Pick<Clock, 'now' | 'sleep'>): EarlyCheck {
  let checkRequest = new AbortController();
  let lastMs = -Infinity;
  return {
    request: () => checkRequest.abort(),
    pause: async (delayMs, signal) => {
      const endMs = clock.now() + delayMs;
      await clock.sleep(delayMs, AbortSignal.any([signal, checkRequest.signal]));
      if (!checkRequest.signal.aborted) return;
      const waitMs = Math.min(endMs, lastMs + reportedEveryMs) - clock.now();
      if (waitMs > 0) await clock.sleep(waitMs, signal);
      checkRequest = new AbortController();
      lastMs = clock.now();
    },
  };
}
