/**
 * The pause between two pulls of a worker, in which more tasks become due: a pull costs nearly the
 * same, however many it brings.
 */
import { fewestGathered, gatherMs } from '../../../platform/lib/async/gather-ms.ts';
import type { Clock } from '@kinora/shared/clock';

export interface Pull {
  readonly startedMs: number;
  /** How many tasks it brought. */
  readonly pulledCount: number;
  /** The slots of the engine of each task that the worker is advancing after it. */
  readonly slots: readonly number[];
}

/**
 * The pause per slot of the smallest engine at work: a few slots soon have no task left, and a
 * longer wait would leave them free.
 */
const msPerSlot = 0.4;
const maxPauseMs = 25;

/**
 * Waits after a pull, unless few tasks are in progress: as long as the pull took, or longer after a pull that
 * brought several tasks. Most tasks that are leased together also start and end together, and these
 * statements, too, cost less for many tasks at a time.
 */
export async function pauseAfterPull(
  clock: Clock,
  { startedMs, pulledCount, slots }: Pull,
  stopped: AbortSignal,
): Promise<void> {
  const usualMs = gatherMs(slots.length, clock.now() - startedMs) ?? 0;
  const pauseMs =
    pulledCount < fewestGathered
      ? usualMs
      : Math.max(usualMs, Math.min(maxPauseMs, Math.min(...slots) * msPerSlot));
  if (pauseMs > 0) await clock.sleep(pauseMs, stopped);
}
