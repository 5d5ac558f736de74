/**
 * Processes that tests have left behind. The runner would wait for those that hold
 * the output of their process.
 */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { systemClock } from '@kinora/shared/clock';

/** How long processes that are being killed may take. */
const patienceMs = 10_000;

/**
 * Kills other processes that can write to the output of this one, and returns their command lines.
 * Empty where there is no /proc.
 */
export async function killLeftProcesses(): Promise<string[]> {
  const giveUpAt = systemClock.now() + patienceMs;
  while (leftProcesses().length > 0 && systemClock.now() < giveUpAt) await systemClock.sleep(100);
  return leftProcesses().flatMap(killOne);
}

function killOne(pid: number): string[] {
  try {
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
    process.kill(pid, 'SIGKILL');
    return [command];
  } catch {
    // It has ended in the meantime.
    return [];
  }
}

function leftProcesses(): number[] {
  const outputs = [1, 2]
    .map(fd => readTarget(process.pid, fd))
    .filter(target => /^(pipe|socket):/.test(target ?? ''));
  return processes().filter(
    pid =>
      ![process.pid, process.ppid].includes(pid) && [1, 2].some(fd => outputs.includes(readTarget(pid, fd))),
  );
}

function processes(): number[] {
  try {
    return readdirSync('/proc').map(Number).filter(Boolean);
  } catch {
    return [];
  }
}

/** Returns undefined for a process that has ended or belongs to another user. */
function readTarget(pid: number, fd: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/fd/${fd}`);
  } catch {
    return undefined;
  }
}
