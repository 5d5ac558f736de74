/** What a start has taken and a stop gives back. */
import { systemClock } from '../lib/clock.ts';

/** How to give back each thing, in the order of taking. */
export type Taken = (() => Promise<void>)[];

const giveBackMs = 15_000;

/** In the reverse order of taking. One that fails, or never comes back, does not keep the others. */
export async function takeDown(taken: Taken): Promise<void> {
  for (const giveBack of taken.splice(0).reverse()) await within(giveBackMs, giveBack());
}

/** Waits for the work, failed or not, but no longer than this. */
export async function within(ms: number, work: PromiseLike<unknown>): Promise<void> {
  const over = new AbortController();
  const done = async () => {
    await Promise.resolve(work).catch(() => {});
    over.abort();
  };
  await Promise.race([done(), systemClock.sleep(ms, over.signal)]);
}
