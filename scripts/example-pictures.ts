/**
 * Draws the Console's example pictures with the built-in engine: node
 * scripts/example-pictures.ts [name ...] The same prompt and seed give the same picture, so
 * after a change of the engine they can all be drawn again.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { readAll } from '../src/engines/contract/read-media.ts';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { openSketchEngine } from '../src/engines/kinds/sketch/sketch-engine.ts';
import type { Engine } from '../src/engines/contract/engine.ts';

interface Example {
  readonly prompt: string;
  readonly seed: number;
  /** Which of the four is shown, from 0. */
  readonly candidate: number;
}

const examples: Readonly<Record<string, Example>> = {
  sailboats: { prompt: 'sailboats on a calm lake at dawn, mountains', seed: 11, candidate: 3 },
  castle: { prompt: 'a castle on a hill above a river at sunset, oil painting', seed: 12, candidate: 3 },
  cabin: { prompt: 'a cabin in a snowy forest at dusk, warm light', seed: 13, candidate: 1 },
  owl: { prompt: 'an owl on a branch in the moonlight, stars', seed: 14, candidate: 1 },
  morning: { prompt: 'a lighthouse on an island, clear morning', seed: 15, candidate: 3 },
  night: { prompt: 'a lighthouse on an island, starry night', seed: 15, candidate: 3 },
  desert: { prompt: 'a camel in a desert, low sun, dunes', seed: 17, candidate: 3 },
  robot: { prompt: 'a robot in a garden of roses', seed: 18, candidate: 1 },
};

const folder = fileURLToPath(new URL('../console/pictures/examples/', import.meta.url));
const size = { width: 768, height: 512 };
const shownWidth = 560;
const never = new AbortController().signal;

const requestedNames = process.argv.slice(2);
const engine = openSketchEngine({ threads: 2 });
await mkdir(folder, { recursive: true });
for (const [name, example] of Object.entries(examples))
  if (requestedNames.length === 0 || requestedNames.includes(name)) await drawExample(engine, name, example);
await engine.close();

async function drawExample(
  { start, check, open }: Engine,
  name: string,
  { prompt, seed, candidate }: Example,
) {
  const job = { taskId: name, model: 'sketch', kind: 'grid', prompt, seed, ...size, exclude: [] } as const;
  const handle = await start({ ...job, version: '7' }, name, never);
  const call = { signal: never, job: async () => job };
  let state = await check(handle, 1000, call);
  while (state.state === 'running') state = await check(handle, 1000, call);
  if (state.state !== 'done') throw new Error(`${name}: ${JSON.stringify(state)}`);
  const media = state.media[candidate];
  if (!media) throw new Error(`${name}: there is no candidate ${candidate}`);
  const file = await open(handle, media, call);
  const bytes = await readAll(file, new AbortController().signal);
  const small = sharp(bytes, { raw: { ...size, channels: 4 } }).resize({ width: shownWidth });
  await writeFile(`${folder}${name}.webp`, await small.webp({ quality: 72, effort: 6 }).toBuffer());
}
