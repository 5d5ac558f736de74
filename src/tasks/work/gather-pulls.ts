/** The pause between two pulls of a worker, in which more tasks become due: a pull costs nearly the same, however many it brings. */
import { gatherMs } from '../../lib/async/gather-ms.ts';
import type { Clock } from '../../lib/clock.ts';

export interface Pull {
  readonly startedMs: number;
  /** The tasks that the worker is advancing after it. */
  readonly running: number;
}

/** Nothing with few tasks in progress. Otherwise the busier the database, the fewer pulls. */
export async function pauseAfterPull(
  clock: Clock,
  { startedMs, running }: Pull,
  stopped: AbortSignal,
): Promise<void> {
  const pauseMs = gatherMs(running, clock.now() - startedMs);
  if (pauseMs) await clock.sleep(pauseMs, stopped);
}
