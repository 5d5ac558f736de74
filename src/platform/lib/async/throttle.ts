/** Limits how often something runs that may be requested often. */
import type { Clock } from '@kinora/shared/clock';

/**
 * Returns a function that requests `act`. It runs once, `delayMs` later or when the signal aborts, for
 * all requests in the meantime.
 */
export function openThrottle(
  act: () => void,
  { clock, delayMs, signal }: { clock: Pick<Clock, 'sleep'>; delayMs: number; signal: AbortSignal },
): () => void {
  let isRequested = false;
  return () => {
    if (isRequested) return;
    isRequested = true;
    void clock.sleep(delayMs, signal).then(() => {
      isRequested = false;
      act();
    });
  };
}
