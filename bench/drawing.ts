/** The built-in engine through the whole service: from the submit to the record that shows the result. */
import { systemClock } from '@kinora/shared/clock';
import { draw, type DrawnTask } from './draw.ts';
import { median } from './median.ts';
import { freshFolder, serve, type BenchServer } from './served.ts';
import { idleMemory } from './start.ts';
import { atMost, type Row } from './table.ts';
import type { Topic, TopicOptions } from './topic.ts';

const prompts = [
  'a red fox beside a lighthouse on a cliff at sunset, watercolor',
  'snowy mountains above a pine forest at night with northern lights',
  'a city street in the rain, neon signs, a cat under an umbrella',
  'sailboats on a calm lake at dawn, oil painting',
  'a castle on a hill, autumn trees, a river and a bridge',
];
const warmUpMs = 5_000;
const clip = { model: 'sketch-motion', prompt: 'sailboats on a lake at dawn', seconds: 4, size: '1280x720' };

export const drawing: Topic = {
  name: 'drawing',
  run: async parts => {
    const server = await serve(parts, await freshFolder(parts));
    const first = await drawGrid(server, prompts[0] ?? '');
    const grids: DrawnTask[] = [];
    for (const prompt of prompts) grids.push(await drawGrid(server, prompt));
    const video = await drawClip(server);
    const laterGrid = await drawLater(parts);
    return [
      timeRow('grid of 1024x1024', grids, 2),
      timeRow('the very first grid, right after the start', [first]),
      timeRow('the very first grid, some seconds after the start', [laterGrid]),
      timeRow('clip of 4 s, 1280x720', [video], 8),
      ...(await peakMemory(server)),
      ...(await idleMemory(server, 'after drawing')),
    ];
  },
};

function timeRow(label: string, tasks: readonly DrawnTask[], target?: number): Row {
  const times = tasks.map(({ seconds }) => seconds);
  const spread =
    times.length > 1 ? `${Math.min(...times).toFixed(2)}-${Math.max(...times).toFixed(2)}, ` : '';
  const cpu = median(tasks.map(({ cpuSeconds }) => cpuSeconds)).toFixed(2);
  return atMost(label, {
    value: median(times),
    unit: 's',
    places: 2,
    note: `${spread}${cpu} s of processor time`,
    ...(target !== undefined && { target }),
  });
}

async function peakMemory(server: BenchServer): Promise<Row[]> {
  const usage = await server.usage();
  const label = 'memory at most while drawing, database not counted';
  return usage ? [atMost(label, { value: usage.peakMegabytes, unit: 'MB', places: 0 })] : [];
}

/** Draws a grid some seconds after the start of a server, as after a look at the Console. */
async function drawLater(parts: TopicOptions): Promise<DrawnTask> {
  const server = await serve(parts, await freshFolder(parts));
  await systemClock.sleep(warmUpMs);
  const task = await drawGrid(server, prompts[0] ?? '');
  await server.stop();
  return task;
}

function drawGrid(server: BenchServer, prompt: string): Promise<DrawnTask> {
  return draw(server, { path: '/mj/submit/imagine', json: { prompt: `${prompt} --ar 1:1 --v 7` } });
}

function drawClip(server: BenchServer): Promise<DrawnTask> {
  return draw(server, { path: '/v1/videos', json: clip });
}
