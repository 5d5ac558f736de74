/** What a process has used and holds, as Linux reports it. Undefined where there is no /proc. */
import { readdir, readFile, readlink } from 'node:fs/promises';

export interface Usage {
  readonly memoryMegabytes: number;
  readonly peakMegabytes: number;
  /** Processor time of all threads since the start. */
  readonly cpuSeconds: number;
}

/**
 * Linux counts processor time for /proc in hundredths of a second, independent of its
 * real clock (proc_pid_stat(5)).
 */
const ticksASecond = 100;

export async function readUsage(pid: number): Promise<Usage | undefined> {
  try {
    const status = await readFile(`/proc/${pid}/status`, 'utf8');
    const megabytes = (name: string) =>
      Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / 1024;
    // The fields after the program's name in brackets; user and system time are the 14th and 15th of all.
    const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).replace(/^.*\) /, '').split(' ');
    return {
      memoryMegabytes: megabytes('VmRSS'),
      peakMegabytes: megabytes('VmHWM'),
      cpuSeconds: (Number(fields[11]) + Number(fields[12])) / ticksASecond,
    };
  } catch {
    return undefined;
  }
}

/**
 * Megabytes of a process and of all that it started, without the database: memory that several of them share
 * is counted once (PSS, proc_pid_smaps(5)). Undefined where there is no /proc.
 */
export async function treeMegabytes(pid: number): Promise<number | undefined> {
  try {
    const parts = await Promise.all((await readProcessTree(pid)).map(readShare));
    return parts.reduce((sum, part) => sum + part, 0);
  } catch {
    return undefined;
  }
}

/** A process that ends while it is looked at has no memory and no children. */
async function readProcessTree(pid: number): Promise<number[]> {
  const name = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '');
  if (name === '' || name.startsWith('postgres')) return [];
  const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
  const children = threads.map(thread =>
    readFile(`/proc/${pid}/task/${thread}/children`, 'utf8').catch(() => ''),
  );
  const childProcessIds = (await Promise.all(children)).flatMap(list =>
    list.split(' ').filter(Boolean).map(Number),
  );
  return [pid, ...(await Promise.all(childProcessIds.map(readProcessTree))).flat()];
}

async function readShare(pid: number): Promise<number> {
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
  return Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? 0) / 1024;
}

/** Counts the open files of a process whose name has this ending. */
export async function openFiles(pid: number, ending: string): Promise<number | undefined> {
  try {
    const folder = `/proc/${pid}/fd`;
    const names = (await readdir(folder)).map(one => readlink(`${folder}/${one}`).catch(() => ''));
    return (await Promise.all(names)).filter(name => name.endsWith(ending)).length;
  } catch {
    return undefined;
  }
}
