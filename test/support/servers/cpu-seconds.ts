/**
 * The CPU seconds of this process and of all processes that it started, as far as /proc tells. Elsewhere,
 * those of this process alone.
 */
import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts CPU time in hundredths of a second. */
const ticksPerSecond = 100;

interface ProcessTimes {
  readonly parent: number;
  /** The processor time of the process, and of its children that have ended. */
  readonly ticks: number;
}

/** Grows as the processes work. The difference of two calls is what the work between them has cost. */
export function cpuSeconds(): number {
  const { userCPUTime, systemCPUTime } = process.resourceUsage();
  const ownSeconds = (userCPUTime + systemCPUTime) / 1e6;
  const times = readTimes();
  if (times.size === 0) return ownSeconds;
  let ticks = 0;
  for (const [pid, process] of times) if (isBelow(pid, times)) ticks += process.ticks;
  return ticks / ticksPerSecond;
}

function isBelow(pid: number, times: ReadonlyMap<number, ProcessTimes>): boolean {
  for (let current = pid; current > 1; current = times.get(current)?.parent ?? 0)
    if (current === process.pid) return true;
  return false;
}

function readTimes(): Map<number, ProcessTimes> {
  try {
    return new Map(
      readdirSync('/proc')
        .filter(name => /^\d+$/.test(name))
        .flatMap(name => {
          const times = readProcessTimes(name);
          return times ? [[Number(name), times] as const] : [];
        }),
    );
  } catch {
    return new Map();
  }
}

/**
 * Returns undefined for a process that has ended. proc(5): the fields after the name in
 * parentheses are separated by spaces.
 */
function readProcessTimes(pid: string): ProcessTimes | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const sum = (from: number, to: number) =>
      fields.slice(from, to).reduce((total, ticks) => total + ticks, 0);
    // ppid is field 4 of all, utime to cstime are 14 to 17.
    return { parent: fields[1] ?? 0, ticks: sum(11, 15) };
  } catch {
    return undefined;
  }
}
