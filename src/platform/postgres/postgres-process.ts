/**
 * Inspects processes of the operating system, to distinguish a running PostgreSQL from another process that
 * has its old pid, and to find server processes that outlived their postmaster. Linux: /proc (a slim image
 * may have no `ps`, or one without options). Elsewhere: `ps`.
 */
import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

export interface RunningProcess {
  readonly pid: number;
  readonly parentPid: number;
  /**
   * The command line, parts joined by a space. PostgreSQL's children put a title
   * here, `postgres: name: role`.
   */
  readonly command: string;
}

/**
 * The process with this pid. Returns undefined if there is none, or if it has ended and was not reaped yet.
 */
export async function findProcess(pid: number): Promise<RunningProcess | undefined> {
  if (process.platform === 'linux') return readProcFolder(pid);
  return (await readPs(['-p', String(pid)]))[0];
}

export async function listProcesses(): Promise<RunningProcess[]> {
  if (process.platform !== 'linux') return readPs(['-ax']);
  const names = await readdir('/proc');
  const processes = await Promise.all(
    names.filter(name => /^\d+$/.test(name)).map(name => readProcFolder(Number(name))),
  );
  return processes.filter(each => each !== undefined);
}

/** Whether the process runs. Cheap enough to be called four times a second. */
export async function isRunning(pid: number): Promise<boolean> {
  if (process.platform === 'linux') return (await readProcFolder(pid)) !== undefined;
  return sendSignal(pid, 0);
}

/** Sends a signal. Returns false if the process does not exist or belongs to another user. */
export function sendSignal(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}

async function readProcFolder(pid: number): Promise<RunningProcess | undefined> {
  try {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8');
    if (command === '') return undefined; // A zombie (or a kernel thread) has no command line.
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    // proc(5): `pid (name) state ppid …`; the name may itself hold spaces and brackets.
    const parentPid = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
    return { pid, parentPid, command: command.replaceAll('\0', ' ').trim() };
  } catch {
    return undefined;
  }
}

async function readPs(selection: string[]): Promise<RunningProcess[]> {
  const columns = ['-ww', '-o', 'pid=,ppid=,state=,command='];
  // `ps -p` exits with 1 when there is no such process.
  const { stdout } = await promisify(execFile)('ps', [...selection, ...columns]).catch(() => ({
    stdout: '',
  }));
  return stdout.split('\n').flatMap(line => {
    const [, pid, parentPid, state, command] = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? [];
    if (command === undefined || state?.startsWith('Z')) return [];
    return [{ pid: Number(pid), parentPid: Number(parentPid), command: command.trim() }];
  });
}
