/**
 * Hundreds of mixed tasks over HTTP, four at a time: the memory of the whole server
 * meanwhile, and minutes later.
 */
import { systemClock } from '@kinora/shared/clock';
import { draw, type TaskRecord } from './draw.ts';
import { freshFolder, serve, type BenchServer } from './served.ts';
import { atMost, type Row } from './table.ts';
import type { Topic } from './topic.ts';

const lanes = 4;
const sampleEveryMs = 500;
const busyTargetMegabytes = 900;
const idleTargetMegabytes = 300;

const prompts = [
  'a red fox beside a lighthouse on a cliff at sunset, watercolor',
  'snowy mountains above a pine forest at night with northern lights',
  'a city street in the rain, neon signs, a cat under an umbrella, photo',
  'sailboats on a calm lake at dawn, oil painting',
  'a castle on a hill, autumn trees, a river and a bridge, pixel art',
];
const ratios = ['1:1', '16:9', '9:16', '3:2', '21:9'];
const buttons = ['upsample::1', '2x_subtle', 'Outpaint::50', 'pan_left'];
const clips = [
  { model: 'sketch-short', resolution: '480p' },
  { model: 'sketch-motion', resolution: '720p', audio: true },
];

/**
 * Asks for much: many things, large things, many words. They may be refused or fail, and
 * must leave no memory behind.
 */
const hostilePrompts = [
  'a thousand giant elephants, 9999 whales, ten thousand castles, five thousand skyscrapers',
  Array.from({ length: 300 }, (_, index) => `a giant ${['lion', 'dragon', 'house', 'car'][index % 4]}`).join(
    ', ',
  ),
  'extreme close-up of a giant whale before a giant castle, macro, portrait, huge, enormous',
  `a castle by a lake with a sign "${'KINORA '.repeat(150)}"`,
  'a jungle with millions of trees, flowers, butterflies, birds and fireflies, storm, fog, rain, night',
];

export const soak: Topic = {
  name: 'soak',
  isLong: true,
  run: async parts => {
    const { tasks, idleMinutes } = parts.flags;
    const server = await serve(parts, await freshFolder(parts));
    const mixedLoad = await sampleMemory(server, () => runInLanes(tasks, lane => openLane(server, lane)));
    const hostileLoad = await sampleMemory(server, () =>
      runInLanes(hostilePrompts.length * 2, () => index => drawHostile(server, index)),
    );
    await systemClock.sleep(idleMinutes * 60_000);
    const idle = (await server.memory()) ?? Number.NaN;
    const third = Math.ceil(mixedLoad.samples.length / 3);
    return [
      memoryRow(`memory at most, ${tasks} mixed tasks`, Math.max(...mixedLoad.samples), busyTargetMegabytes),
      memoryRow('… in the second third of them', Math.max(...mixedLoad.samples.slice(third, 2 * third))),
      memoryRow('… in the last third of them', Math.max(...mixedLoad.samples.slice(2 * third))),
      memoryRow('memory at most, hostile prompts', Math.max(...hostileLoad.samples), busyTargetMegabytes),
      memoryRow(`memory when idle for ${idleMinutes} min`, idle, idleTargetMegabytes),
      atMost('a task, four at a time', { value: mixedLoad.seconds / tasks, unit: 's', places: 2 }),
    ];
  },
};

function memoryRow(label: string, value: number, target?: number): Row {
  return atMost(label, { value, unit: 'MB', places: 0, ...(target !== undefined && { target }) });
}

async function sampleMemory(server: BenchServer, work: () => Promise<unknown>) {
  const samples: number[] = [];
  const startedMs = performance.now();
  const stop = new AbortController();
  const sampling = sample(server, samples, stop.signal);
  try {
    await work();
  } finally {
    stop.abort();
    await sampling;
  }
  return { samples, seconds: (performance.now() - startedMs) / 1000 };
}

async function sample(server: BenchServer, samples: number[], signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const megabytes = await server.memory();
    if (megabytes !== undefined) samples.push(megabytes);
    await systemClock.sleep(sampleEveryMs, signal);
  }
}

async function runInLanes(
  count: number,
  openLane: (lane: number) => (index: number) => Promise<unknown>,
): Promise<void> {
  let next = 0;
  const run = async (work: (index: number) => Promise<unknown>) => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: lanes }, (_, lane) => run(openLane(lane))));
}

/**
 * A lane makes a grid, what follows it, and two clips, then begins again with
 * another prompt and another size.
 */
function openLane(server: BenchServer, lane: number): (index: number) => Promise<unknown> {
  let round = lane;
  let step = 0;
  let grid: TaskRecord | undefined;
  let candidate: TaskRecord | undefined;
  return async index => {
    const prompt = prompts[round % prompts.length]!;
    const at = step++;
    if (at === 0) {
      const ratio = ratios[round % ratios.length]!;
      const json = { prompt: `${prompt} --ar ${ratio} --seed ${index}` };
      grid = (await draw(server, { path: '/mj/submit/imagine', json })).record;
      return;
    }
    const button = buttons[at - 1];
    if (button) {
      const record = await press(server, at === 1 ? grid : candidate, button);
      if (at === 1) candidate = record;
      return;
    }
    const clip = clips[at - 1 - buttons.length]!;
    if (clip === clips.at(-1)) {
      step = 0;
      round++;
    }
    await draw(server, { path: '/v1/videos', json: { ...clip, prompt, seconds: 4 } });
  };
}

async function press(server: BenchServer, record: TaskRecord | undefined, name: string): Promise<TaskRecord> {
  const customId = record?.buttons?.find(button => button.customId.includes(name))?.customId;
  const json = { taskId: record?.id, customId };
  return (await draw(server, { path: '/mj/submit/action', json })).record;
}

async function drawHostile(server: BenchServer, index: number): Promise<void> {
  const prompt = hostilePrompts[index % hostilePrompts.length]!;
  const submit =
    index < hostilePrompts.length
      ? { path: '/mj/submit/imagine', json: { prompt } }
      : { path: '/v1/videos', json: { model: 'sketch-motion', prompt: prompt.slice(0, 900), seconds: 4 } };
  try {
    await draw(server, submit);
  } catch (error) {
    console.log(`hostile prompt ${index}: ${String(error).slice(0, 200)}`);
  }
}
