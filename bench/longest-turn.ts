/**
 * The longest piece of work of the main thread, in its own processor time, which other work on
 * the machine does not lengthen.
 */
import { systemClock } from '@kinora/shared/clock';

let most = 0;
let isMeasuring = false;

/** Returns milliseconds, for the time since the last call. The first call starts the measurement. */
export function longestTurnMs(): number {
  if (!isMeasuring) void measure();
  isMeasuring = true;
  const longestMs = most;
  most = 0;
  return longestMs;
}

async function measure(): Promise<void> {
  for (let before = cpuMs(); ;) {
    await systemClock.sleep(1);
    const now = cpuMs();
    most = Math.max(most, now - before);
    before = now;
  }
}

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
