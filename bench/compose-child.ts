/**
 * A whole Kinora in a process of its own that works on pictures and clips when it is
 * asked to, as it does for tasks.
 */
import { writeFile } from 'node:fs/promises';
import { startApp } from '../src/app/start/app.ts';
import { loadConfig } from '../src/platform/config/config.ts';
import { readCatalogue } from '../src/core/catalogue/models/catalogue.ts';
import { answerQuestions } from './child.ts';
import { composeWork } from './compose-work.ts';
import { openInstantEngine } from './instant-engine.ts';
import { readUsage } from './usage.ts';

export interface Measurements {
  readonly times: readonly number[];
  /** Milliseconds of processor time of the thread that serves. */
  readonly threadMs: readonly number[];
  /** The most memory that this process used, beyond what it used before. */
  readonly megabytes: number;
}

const works = await composeWork();
const app = await startApp(loadConfig(), {
  engines: [openInstantEngine(() => {}, { workMs: 0, slots: 1 })],
  cards: readCatalogue().models.map(({ card }) => ({ ...card, engine: 'instant' })),
});
answerQuestions(
  {
    port: new URL(app.address ?? '').port,
    imageKey: app.firstKeys?.image ?? '',
    names: JSON.stringify(Object.keys(works)),
  },
  { run, stop: () => app.stop() },
);

/** Several times over, so that downloads meet it. */
async function run(name: string): Promise<Measurements> {
  const work = works[name];
  if (!work) throw new Error(`No work ${name}`);
  globalThis.gc?.();
  const before = (await readUsage(process.pid))?.memoryMegabytes ?? Number.NaN;
  // Starts the peak again (proc_pid_clear_refs(5)).
  await writeFile('/proc/self/clear_refs', '5').catch(() => {});
  await work.run();
  const peak = (await readUsage(process.pid))?.peakMegabytes ?? Number.NaN;
  const times: number[] = [];
  const threadMs: number[] = [];
  for (let round = 0; round < work.rounds; round++) {
    const start = { ms: performance.now(), cpu: process.threadCpuUsage() };
    await work.run();
    times.push(performance.now() - start.ms);
    const { user, system } = process.threadCpuUsage(start.cpu);
    threadMs.push((user + system) / 1000);
  }
  return { times, threadMs, megabytes: peak - before };
}
