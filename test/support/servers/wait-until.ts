/** Waits in tests until a process or a file has changed. */
import { systemClock } from '@kinora/shared/clock';

const pollMs = 10;
const patienceMs = 120_000;

/**
 * Resolves when the condition holds. Rejects after two minutes, so that a condition
 * that never holds fails its test.
 */
export async function waitUntil(isTrue: () => unknown): Promise<void> {
  const giveUpAt = systemClock.now() + patienceMs;
  while (!(await isTrue())) {
    if (systemClock.now() > giveUpAt) throw new Error(`Timed out waiting for: ${isTrue.toString()}`);
    await systemClock.sleep(pollMs);
  }
}
