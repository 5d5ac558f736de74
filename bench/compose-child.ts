/** A process that serves a small file, as a server would, and composes pictures when it is asked to. */
import { createReadStream } from 'node:fs';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { photograph } from '../test/support/photograph.ts';
import { extendCanvas } from '../src/media/compose/extend-canvas.ts';
import { matchColours } from '../src/media/compose/match-colours.ts';
import { prepareMask } from '../src/media/compose/prepare-mask.ts';
import { putBack } from '../src/media/compose/put-back.ts';
import { coverCrop, fitTo, normalisePicture } from '../src/media/picture/fit-picture.ts';
import { encodeMask, type Mask } from '../src/media/picture/mask-file.ts';
import { toPng } from '../src/media/picture/picture.ts';
import { answerQuestions } from './child.ts';
import { usageOf } from './usage.ts';

export interface Measured {
  readonly times: readonly number[];
  /** Milliseconds of processor time of the thread that serves. */
  readonly blocked: readonly number[];
  /** More than before, at most. */
  readonly megabytes: number;
}

const edge = 2048;
const size = { width: edge, height: edge };
const rounds = 8;

const picture = photograph({ ...size, grain: 4 });
const half = photograph({ width: edge / 2, height: edge, grain: 4 });
const wide = photograph({ width: edge * 2, height: edge / 2, grain: 4 });
const shifted = { ...size, data: picture.data.map((value, at) => (at % 4 === 3 ? 255 : value + 9)) };
const mask: Mask = { ...size, data: discs() };
const png = await toPng(picture);
const avif = await sharp(png).avif({ effort: 0 }).toBuffer();
const maskFile = await encodeMask(mask);

const operations: Readonly<Record<string, () => Promise<unknown>>> = {
  'zoom out': () => extendCanvas(picture, { frame: { x: -0.5, y: -0.5, width: 2, height: 2 }, ...size }),
  pan: () => extendCanvas(half, { frame: { x: 0, y: 0, width: 2, height: 1 }, ...size }),
  'prepare a mask, grown and feathered': () => prepareMask(maskFile, size, { grow: 12, feather: 12 }),
  'encode a mask as RGBA': () => encodeMask(mask, 'transparent'),
  'put old pixels back': () => putBack(shifted, picture, { mask, feather: 8 }),
  'match colours': () => matchColours(shifted, picture, mask),
  'match colours across the seam': () => matchColours(picture, picture, mask),
  'fit a picture of another aspect ratio': () => fitTo(wide, size),
  'crop for a clip': () => coverCrop(wide, { width: 1280, height: 720 }),
  'normalise a PNG': () => normalisePicture(png),
  'normalise an AVIF': () => normalisePicture(avif),
  'encode a PNG': () => toPng(picture),
};

const server = createServer((_, response) => {
  createReadStream(fileURLToPath(new URL('README.md', import.meta.url))).pipe(response);
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
answerQuestions(
  {
    port: String((server.address() as AddressInfo).port),
    names: JSON.stringify(Object.keys(operations)),
  },
  { run, stop: async () => server.closeAllConnections() },
);

/** Several times over, so that downloads meet it. */
async function run(name: string): Promise<Measured> {
  const operation = operations[name];
  if (!operation) throw new Error(`No operation ${name}`);
  globalThis.gc?.();
  const before = (await usageOf(process.pid))?.memoryMegabytes ?? Number.NaN;
  // Starts the peak again (proc_pid_clear_refs(5)).
  await writeFile('/proc/self/clear_refs', '5').catch(() => {});
  await operation();
  const peak = (await usageOf(process.pid))?.peakMegabytes ?? Number.NaN;
  const times: number[] = [];
  const blocked: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const started = { ms: performance.now(), cpu: process.threadCpuUsage() };
    await operation();
    times.push(performance.now() - started.ms);
    const { user, system } = process.threadCpuUsage(started.cpu);
    blocked.push((user + system) / 1000);
  }
  return { times, blocked, megabytes: peak - before };
}

/** White discs all over, so that there is much seam. */
function discs(): Uint8Array {
  const data = new Uint8Array(edge * edge);
  for (let y = 0; y < edge; y++) {
    for (let x = 0; x < edge; x++)
      if (Math.hypot((x % 512) - 256, (y % 512) - 256) < 180) data[y * edge + x] = 255;
  }
  return data;
}
