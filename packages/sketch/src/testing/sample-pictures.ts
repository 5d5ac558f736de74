/** Pictures for tests: foreign ones without provenance, and pictures of this engine with provenance. */
import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import { composeJob } from '../draw/draw-grid.ts';
import { paintScene } from '../paint/paint-scene.ts';
import type { JobInput, Job, InputRole } from '../job/job.ts';

const [width, height] = [240, 160];

export function gridJob(prompt: string, more: Partial<Job> = {}): Job {
  return { kind: 'grid', prompt, seed: 7, width, height, exclude: [], ...more };
}

export function toCanvasInput(role: InputRole, canvas: Canvas): JobInput {
  return { role, contentType: 'image/png', width, height, bytes: canvas.toBuffer('image/png') };
}

/** One candidate of a prompt as the input of a later job, with the provenance in its file. */
export async function ownInput(role: InputRole, prompt: string, candidate = 0): Promise<JobInput> {
  const { prompt: _, seed, ...parameters } = gridJob(prompt);
  const canvas = await paintScene(await composeJob(gridJob(prompt), candidate), { width, height });
  return { ...toCanvasInput(role, canvas), provenance: { prompt, seed, parameters } };
}

export function sunsetOverSea(): Canvas {
  return paintSample(context => {
    fade(context, { from: 0, to: 92, colors: ['#2a2a60', '#b05078', '#ff9a50'] });
    fade(context, { from: 92, to: height, colors: ['#1c4a80', '#10305c'] });
  });
}

export function greenField(): Canvas {
  return paintSample(context => {
    fade(context, { from: 0, to: 80, colors: ['#3a80d0', '#c0e0f4'] });
    fade(context, { from: 80, to: height, colors: ['#88b050', '#3a7028'] });
  });
}

export function redVase(): Canvas {
  return vase('#c03028');
}

export function greenVase(): Canvas {
  return vase('#2f8040');
}

function vase(color: string): Canvas {
  return paintSample(context => {
    fade(context, { from: 0, to: height, colors: ['#c8ccd0', '#a8acb0'] });
    context.fillStyle = color;
    context.beginPath();
    context.ellipse(120, 90, 30, 50, 0, 0, 7);
    context.fill();
  });
}

export function tealShapes(): Canvas {
  return paintSample(context => {
    context.fillStyle = '#0e4a50';
    context.fillRect(0, 0, width, height);
    for (let index = 0; index < 24; index++) {
      context.fillStyle = ['#1e8a88', '#0a6a70', '#e8e0c8', '#082830'][index % 4];
      context.beginPath();
      context.ellipse((index * 137) % width, (index * 83) % height, 24, 9, index, 0, 7);
      context.fill();
    }
  });
}

function paintSample(paint: (context: SKRSContext2D) => void): Canvas {
  const canvas = createCanvas(width, height);
  paint(canvas.getContext('2d'));
  return canvas;
}

function fade(
  context: SKRSContext2D,
  options: { from: number; to: number; colors: readonly string[] },
): void {
  const gradient = context.createLinearGradient(0, options.from, 0, options.to);
  options.colors.forEach((color, index) => gradient.addColorStop(index / (options.colors.length - 1), color));
  context.fillStyle = gradient;
  context.fillRect(0, options.from, width, options.to - options.from);
}
