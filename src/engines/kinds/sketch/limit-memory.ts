/**
 * Ends this process if it holds too much memory. Runs in a thread of its own, because
 * drawing blocks the event loop.
 */
import { Worker } from 'node:worker_threads';

/** JavaScript, so that the thread does not load what compiles TypeScript. */
const watch = `
const { workerData } = require('node:worker_threads');
setInterval(() => {
  if (process.memoryUsage.rss() > workerData) process.kill(process.pid, 'SIGKILL');
}, 100);`;

export function limitMemory(maxBytes: number): void {
  new Worker(watch, { eval: true, execArgv: [], workerData: maxBytes }).unref();
}
