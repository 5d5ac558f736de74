/** What a start has opened, and how a stop closes it again. */
import { systemClock } from '@kinora/shared/clock';

/** How to close each part, in the order in which they were opened. */
export type Cleanup = (() => Promise<void>)[];

const disposeMs = 15_000;

/**
 * Closes the parts in reverse order. One that fails or takes longer than this does not
 * prevent the others from closing.
 */
export async function disposeAll(cleanup: Cleanup, withinMs = disposeMs): Promise<void> {
  for (const dispose of cleanup.splice(0).reverse()) await settleWithin(withinMs, dispose());
}

/** Waits until the work has settled, whether it failed or not, but no longer than this. */
export async function settleWithin(ms: number, work: PromiseLike<unknown>): Promise<void> {
  const timer = new AbortController();
  const settle = async () => {
    await Promise.resolve(work).catch(() => {});
    timer.abort();
  };
  await Promise.race([settle(), systemClock.sleep(ms, timer.signal)]);
}
