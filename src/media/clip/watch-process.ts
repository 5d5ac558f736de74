/**
 * Ends this process when its time is over, when it holds too much memory, or when the server is gone.
 * Runs in a thread of its own: a decoder may be in a loop that never ends, and then the process
 * itself notices none of them.
 */
import { Worker } from 'node:worker_threads';

/**
 * JavaScript, so that the thread does not load what compiles TypeScript. `process.exit` would end the thread
 * only. On Windows, a process keeps the id of a parent that has ended.
 */
const watch = `
const { workerData: { parent, timeoutMs, maxBytes } } = require('node:worker_threads');
const end = () => process.kill(process.pid, 'SIGKILL');
const isGone = () => {
  if (process.ppid !== parent) return true;
  try {
    return !process.kill(parent, 0);
  } catch ({ code }) {
    return code === 'ESRCH';
  }
};
setTimeout(end, timeoutMs);
const look = () => (isGone() || process.memoryUsage.rss() > maxBytes) && end();
look();
setInterval(look, 200);`;

export interface Watch {
  /** The process id of the server. This process cannot read it itself: the server may have ended before. */
  readonly parent: number;
  readonly timeoutMs: number;
  /** The limit of the whole process: pixels and files are in no heap that Node limits. */
  readonly maxBytes: number;
}

export function watchProcess(watchData: Watch): void {
  new Worker(watch, { eval: true, execArgv: [], env: {}, workerData: watchData }).unref();
}
