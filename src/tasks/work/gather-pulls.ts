/** The pause between two pulls of a worker, in which more tasks become due: a pull costs nearly the same, however many it brings. */
import type { Clock } from '../../lib/clock.ts';

export interface Pull {
  readonly startedMs: number;
  /** The tasks that the worker is advancing after it. */
  readonly running: number;
}

/** With fewer tasks in progress, a pause would cost more than it saves. */
const severalRunning = 4;
const longestMs = 10;

/** As long as the pull took: the busier the database, the fewer pulls. */
export async function pauseAfterPull(
  clock: Clock,
  { startedMs, running }: Pull,
  stopped: AbortSignal,
): Promise<void> {
  const tookMs = clock.now() - startedMs;
  if (running >= severalRunning && tookMs > 0) await clock.sleep(Math.min(longestMs, tookMs), stopped);
}
