/** Waits in tests for what a process or a file shows. */
import { systemClock } from '../../src/lib/clock.ts';

const pollMs = 10;
const patienceMs = 120_000;

/** Resolves when the condition holds. Rejects after two minutes, so that a condition that never holds fails its test. */
export async function waitUntil(isTrue: () => unknown): Promise<void> {
  const giveUpAt = systemClock.now() + patienceMs;
  while (!(await isTrue())) {
    if (systemClock.now() > giveUpAt) throw new Error(`Waited in vain: ${isTrue.toString()}`);
    await systemClock.sleep(pollMs);
  }
}
