/** Postpones something that may be requested often. */
import type { Clock } from '../clock.ts';

/** Returns a function that requests `act`, which runs once after `delayMs` or when the signal fires, however often it was requested meanwhile. */
export function openLater(
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
