/**
 * What it takes to compose pictures of 2048x2048 and to read clips, and how long small downloads from
 * the same Kinora take meanwhile.
 */
import { systemClock } from '@kinora/shared/clock';
import { peakOfChildren } from '../test/support/crashes/child-peak.ts';
import type { Measurements } from './compose-child.ts';
import { delays } from './delays.ts';
import { startKinora } from './kinora.ts';
import { median } from './median.ts';
import { smallPicture } from './small-picture.ts';
import { atMost, type Row } from './table.ts';
import type { Topic } from './topic.ts';

const targetMs = 50;

export const compose: Topic = {
  name: 'compose',
  run: async parts => {
    const kinora = await startKinora(parts, {
      program: './compose-child.ts',
      execArgv: ['--expose-gc'],
      // What is freed is given back, so that each operation is measured alone (mallopt(3)).
      env: { MALLOC_MMAP_THRESHOLD_: '262144' },
    });
    const address = await smallPicture(kinora);
    const idle = await delays(address, systemClock.sleep(1_000));
    const rows = [atMost('download while nothing is composed, median', { value: median(idle), unit: 'ms' })];
    for (const name of JSON.parse(kinora.ready['names'] ?? '[]') as string[]) {
      const work = peakOfChildren(kinora.pid, kinora.ask<Measurements>('run', name));
      const busy = await delays(address, work);
      const { result, peakMegabytes } = await work;
      rows.push(...toRows(name, { ...result, peakMegabytes }, busy));
    }
    return rows;
  },
};

function toRows(
  name: string,
  { times, threadMs, megabytes, peakMegabytes }: Measurements & { readonly peakMegabytes: number },
  busy: readonly number[],
): Row[] {
  const child = peakMegabytes > 0 ? `, ${peakMegabytes.toFixed(0)} MB in a process of its own` : '';
  const note = `worst ${Math.max(...busy).toFixed(0)}, ${busy.length} downloads`;
  return [
    atMost(name, {
      value: median(times),
      unit: 'ms',
      places: 0,
      note: `${median(threadMs).toFixed(0)} on the serving thread, downloads included; ${megabytes.toFixed(0)} MB${child}`,
    }),
    atMost(`download meanwhile: ${name}, median`, {
      value: median(busy),
      unit: 'ms',
      target: targetMs,
      note,
    }),
  ];
}
