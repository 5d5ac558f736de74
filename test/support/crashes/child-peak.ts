/** The peak memory of processes started by another one, as Linux reports it. */
import { readdir, readFile } from 'node:fs/promises';
import { systemClock } from '@kinora/shared/clock';

/**
 * Linux keeps the peak of a process (VmHWM, proc_pid_status(5)), so only growth
 * right before its end is missed.
 */
const pollMs = 10;

/**
 * Waits for the work. Returns megabytes of the largest process, or 0 if there was none or no /proc exists.
 */
export async function peakOfChildren<Result>(
  pid: number,
  work: Promise<Result>,
): Promise<{ readonly result: Result; readonly peakMegabytes: number }> {
  let isOver = false;
  const settlement = work.finally(() => (isOver = true));
  // Handled below. Processes may still be read when it fails.
  settlement.catch(() => {});
  let peakMegabytes = 0;
  while (!isOver) {
    peakMegabytes = Math.max(peakMegabytes, ...(await Promise.all((await listChildren(pid)).map(readPeak))));
    await systemClock.sleep(pollMs);
  }
  return { result: await settlement, peakMegabytes };
}

async function listChildren(pid: number): Promise<string[]> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
  const lists = threads.map(thread =>
    readFile(`/proc/${pid}/task/${thread}/children`, 'utf8').catch(() => ''),
  );
  return (await Promise.all(lists)).flatMap(list => list.split(' ').filter(Boolean));
}

async function readPeak(pid: string): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1024;
}
