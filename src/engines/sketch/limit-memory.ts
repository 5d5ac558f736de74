/** Ends this process when it holds too much memory, from a thread of its own: drawing leaves the event loop no turn. */
import { Worker } from 'node:worker_threads';

/** JavaScript, so that the thread does not load what compiles TypeScript. */
const watch = `
const { workerData } = require('node:worker_threads');
setInterval(() => {
  if (process.memoryUsage.rss() > workerData) process.kill(process.pid, 'SIGKILL');
}, 100);`;

export function limitMemory(mostBytes: number): void {
  new Worker(watch, { eval: true, execArgv: [], workerData: mostBytes }).unref();
}
