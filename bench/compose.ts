/** What it takes to compose pictures of 2048x2048, and how long small downloads take meanwhile. */
import { systemClock } from '../src/lib/clock.ts';
import { startChild } from './child.ts';
import type { Measured } from './compose-child.ts';
import { delays } from './delays.ts';
import { median } from './median.ts';
import { atMost, type Row } from './table.ts';
import type { Topic } from './topic.ts';

const targetMs = 50;

export const compose: Topic = {
  name: 'compose',
  run: async ({ atEnd }) => {
    const child = await startChild('compose-child.ts', {
      execArgv: ['--expose-gc'],
      // What is freed is given back, so that each operation is measured alone (mallopt(3)).
      env: { MALLOC_MMAP_THRESHOLD_: '262144' },
    });
    atEnd(() => child.stop());
    const address = `http://127.0.0.1:${child.ready['port']}/`;
    const idle = await delays(address, systemClock.sleep(1_000));
    const rows = [atMost('download while nothing is composed, median', { value: median(idle), unit: 'ms' })];
    for (const name of JSON.parse(child.ready['names'] ?? '[]') as string[]) {
      const work = child.ask<Measured>('run', name);
      const busy = await delays(address, work);
      rows.push(...rowsOf(name, await work, busy));
    }
    return rows;
  },
};

function rowsOf(name: string, { times, blocked, megabytes }: Measured, busy: readonly number[]): Row[] {
  const note = `worst ${Math.max(...busy).toFixed(0)}, ${busy.length} downloads`;
  return [
    atMost(name, {
      value: median(times),
      unit: 'ms',
      places: 0,
      note: `${median(blocked).toFixed(0)} on the serving thread, downloads included; ${megabytes.toFixed(0)} MB`,
    }),
    atMost(`download meanwhile: ${name}, median`, {
      value: median(busy),
      unit: 'ms',
      target: targetMs,
      note,
    }),
  ];
}
