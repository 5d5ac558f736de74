/** The pause between two pulls of a worker, in which more tasks become due: a pull costs nearly the same, however many it brings. */
import { fewestGathered, gatherMs } from '../../lib/async/gather-ms.ts';
import type { Clock } from '../../lib/clock.ts';

export interface Pull {
  readonly startedMs: number;
  /** How many tasks it brought. */
  readonly pulled: number;
  /** The tasks that the worker is advancing after it. */
  readonly running: number;
}

/** Tasks that were leased together stay together, also in the statements that follow, each of which costs less for more of them. */
const afterManyMs = 25;

/** Nothing with few tasks in progress. Otherwise the busier the database, the fewer pulls; and fewer still while each brings several tasks. */
export async function pauseAfterPull(
  clock: Clock,
  { startedMs, pulled, running }: Pull,
  stopped: AbortSignal,
): Promise<void> {
  const pauseMs = pulled < fewestGathered ? gatherMs(running, clock.now() - startedMs) : afterManyMs;
  if (pauseMs) await clock.sleep(pauseMs, stopped);
}
