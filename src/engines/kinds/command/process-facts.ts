/** Whether a process that was started earlier is still the same one, and how to end it. */
import { readFileSync } from 'node:fs';
import type { ProcessFacts } from './run-files.ts';

/** Where the system has no /proc, a process is known by its id alone. */
export function readProcessFacts(pid: number): ProcessFacts {
  const began = readStat(pid)?.began;
  return began === undefined ? { pid } : { pid, began };
}

export function isRunning({ pid, began }: ProcessFacts): boolean {
  const stat = readStat(pid);
  if (stat) return stat.state !== 'Z' && (began === undefined || began === stat.began);
  return began === undefined && canSignal(pid);
}

/**
 * Whether it is certain that its id was not given to another process. Where the
 * system has no /proc, it never is.
 */
export function isCertainlyRunning(facts: ProcessFacts): boolean {
  return facts.began !== undefined && isRunning(facts);
}

/** Ends the process and all that it started, if it leads a group. */
export function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}

/**
 * proc(5): the second field, in parentheses, may hold anything. The third is the state, the
 * 22nd when the process began.
 */
function readStat(pid: number): { readonly state: string; readonly began: string } | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [state = '', ...fields] = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return { state, began: fields[18] ?? '' };
  } catch {
    return undefined;
  }
}

function canSignal(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
