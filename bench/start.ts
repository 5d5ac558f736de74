/** From the command to the greeting, and what the process holds when it has nothing to do. */
import { systemClock } from '@kinora/shared/clock';
import { median } from './median.ts';
import { freshFolder, serve, type BenchServer } from './served.ts';
import { atMost, type Row } from './table.ts';
import type { Topic } from './topic.ts';

const laterStarts = 5;
const idleMs = 10_000;
const idleTargetMegabytes = 250;

export const start: Topic = {
  name: 'start',
  run: async parts => {
    const dataDir = await freshFolder(parts);
    let server = await serve(parts, dataDir);
    const firstMs = server.readyMs;
    const laterMs: number[] = [];
    for (let index = 0; index < laterStarts; index++) {
      await server.stop();
      server = await serve(parts, dataDir);
      laterMs.push(server.readyMs);
    }
    const inSeconds = { unit: 's', places: 2 };
    return [
      atMost('first start, fresh folder, to ready', { ...inSeconds, value: firstMs / 1000, target: 8 }),
      atMost('later start to ready', { ...inSeconds, value: median(laterMs) / 1000, target: 3 }),
      ...(await idleMemory(server, 'after its start')),
    ];
  },
};

/** Waits ten seconds first. Returns no row where there is no /proc. */
export async function idleMemory(server: BenchServer, when: string): Promise<Row[]> {
  await systemClock.sleep(idleMs);
  const usage = await server.usage();
  if (!usage) return [];
  const amount = { value: usage.memoryMegabytes, target: idleTargetMegabytes, unit: 'MB', places: 0 };
  return [atMost(`memory when idle ${when}, database not counted`, amount)];
}
