/** Measures downloads while other work runs. */
import { systemClock } from '@kinora/shared/clock';

/** Milliseconds of downloads one after the other, until the work is over. */
export async function delays(
  address: string,
  work: Promise<unknown>,
  headers: Readonly<Record<string, string>> = {},
): Promise<number[]> {
  let isOver = false;
  const finishedWork = work.finally(() => (isOver = true));
  const delaysMs: number[] = [];
  while (!isOver) {
    const startedMs = performance.now();
    await (await fetch(address, { headers })).arrayBuffer();
    delaysMs.push(performance.now() - startedMs);
    await systemClock.sleep(5);
  }
  await finishedWork;
  return delaysMs;
}
