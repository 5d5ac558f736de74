/** The built-in engine through the whole service: from the submit to the record that says it is there. */
import { systemClock } from '../src/lib/clock.ts';
import { median } from './median.ts';
import { freshFolder, serve, type Served } from './served.ts';
import { idleMemory } from './start.ts';
import { atMost, type Row } from './table.ts';
import type { Topic } from './topic.ts';

const prompts = [
  'a red fox beside a lighthouse on a cliff at sunset, watercolor',
  'snowy mountains above a pine forest at night with northern lights',
  'a city street in the rain, neon signs, a cat under an umbrella',
  'sailboats on a calm lake at dawn, oil painting',
  'a castle on a hill, autumn trees, a river and a bridge',
];
const clip = { model: 'sketch-motion', prompt: 'sailboats on a lake at dawn', seconds: 4, size: '1280x720' };
const pollEveryMs = 20;

export const drawing: Topic = {
  name: 'drawing',
  run: async parts => {
    const server = await serve(parts, await freshFolder(parts));
    const first = await drawGrid(server, prompts[0] ?? '');
    const grids: Drawn[] = [];
    for (const prompt of prompts) grids.push(await drawGrid(server, prompt));
    const upscale = await pressUpscale(server, grids[0]?.record);
    const video = await drawClip(server);
    const { imageWidth, imageHeight } = upscale.record;
    return [
      timeRow('grid of 1024x1024', grids, 2),
      timeRow('the very first grid after the start', [first]),
      timeRow(`upscale to ${imageWidth}x${imageHeight}`, [upscale]),
      timeRow('clip of 4 s, 1280x720', [video], 8),
      ...(await peakMemory(server)),
      ...(await idleMemory(server, 'after drawing')),
    ];
  },
};

function timeRow(what: string, drawn: readonly Drawn[], target?: number): Row {
  const times = drawn.map(({ seconds }) => seconds);
  const spread =
    times.length > 1 ? `${Math.min(...times).toFixed(2)}-${Math.max(...times).toFixed(2)}, ` : '';
  const cpu = median(drawn.map(({ cpuSeconds }) => cpuSeconds)).toFixed(2);
  return atMost(what, {
    value: median(times),
    unit: 's',
    places: 2,
    note: `${spread}${cpu} s of processor time`,
    ...(target !== undefined && { target }),
  });
}

async function peakMemory(server: Served): Promise<Row[]> {
  const usage = await server.usage();
  const what = 'memory at most while drawing, database not counted';
  return usage ? [atMost(what, { value: usage.peakMegabytes, unit: 'MB', places: 0 })] : [];
}

interface Drawn {
  readonly seconds: number;
  /** Of the server, all threads; not a number where it cannot be told. */
  readonly cpuSeconds: number;
  readonly record: TaskRecord;
}

/** The fields of either interface's record that are read here. */
interface TaskRecord {
  readonly id: string;
  readonly status: string;
  readonly imageWidth?: number;
  readonly imageHeight?: number;
  readonly buttons?: readonly { readonly label: string; readonly customId: string }[];
}

function drawGrid(server: Served, prompt: string): Promise<Drawn> {
  return draw(server, { path: '/mj/submit/imagine', json: { prompt: `${prompt} --ar 1:1 --v 7` } });
}

function pressUpscale(server: Served, grid: TaskRecord | undefined): Promise<Drawn> {
  const customId = grid?.buttons?.find(({ label }) => label === 'U1')?.customId;
  return draw(server, { path: '/mj/submit/action', json: { taskId: grid?.id, customId } });
}

function drawClip(server: Served): Promise<Drawn> {
  return draw(server, { path: '/v1/videos', json: clip });
}

async function draw(server: Served, { path, json }: { path: string; json: unknown }): Promise<Drawn> {
  const key = path.startsWith('/v1') ? server.videoKey : server.imageKey;
  const cpuBefore = await server.usage();
  const startedMs = performance.now();
  const { id, result } = await call(`${server.url}${path}`, { key, json });
  const address = id ? `/v1/videos/${id}` : `/mj/task/${result}/fetch`;
  for (;;) {
    const record = await call(`${server.url}${address}`, { key });
    const seconds = (performance.now() - startedMs) / 1000;
    if (['SUCCESS', 'completed'].includes(record.status)) {
      const cpuSeconds = ((await server.usage())?.cpuSeconds ?? Number.NaN) - (cpuBefore?.cpuSeconds ?? 0);
      return { seconds, cpuSeconds, record };
    }
    if (['FAILURE', 'failed'].includes(record.status)) throw new Error(JSON.stringify(record));
    await systemClock.sleep(pollEveryMs);
  }
}

async function call(
  url: string,
  { key, json }: { key: string; json?: unknown },
): Promise<TaskRecord & { result?: string }> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const init = json === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(json) };
  const response = await fetch(url, init);
  const body = await response.json();
  if (!response.ok || body.code === 4) throw new Error(`${url}: ${JSON.stringify(body)}`);
  return body;
}
