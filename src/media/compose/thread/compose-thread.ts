/** The program of a thread that does one piece of work on pixels and ends. */
import { parentPort, workerData } from 'node:worker_threads';
import { correctColors } from './correct-colors.ts';
import { fillBorder } from './fill-border.ts';
import { mergePixels } from './merge-pixels.ts';
import { paintWhite } from './paint-white.ts';
import { shapeMask } from './shape-mask.ts';

const work = { correctColors, fillBorder, mergePixels, paintWhite, shapeMask };
export type PixelWork = typeof work;

const { name, input } = workerData as { readonly name: keyof PixelWork; readonly input: never };
const output = work[name](input);
parentPort?.postMessage(output, [output.data.buffer as ArrayBuffer]);
