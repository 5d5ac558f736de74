/** Jobs for the tests of follow-ups: a parent's picture, and what a client may ask for after it. */
import { Buffer } from 'node:buffer';
import { createCanvas } from '@napi-rs/canvas';
import { toCanvas } from '../paint/paint-picture.ts';
import { openSubjectPack } from '../subjects/subject-pack.ts';
import { drawPicture } from '../draw/draw-picture.ts';
import type { JobInput, Job } from '../job/job.ts';
import type { DrawnPicture } from '../draw/drawing.ts';
import type { Pixels } from '../raster/raw-picture.ts';

export const subjects = openSubjectPack();

export function createJob(job: Partial<Job>): Job {
  return {
    kind: 'grid',
    prompt: 'a fox beside a lighthouse',
    seed: 21,
    width: 256,
    height: 256,
    exclude: [],
    version: '7',
    ...job,
  };
}

export function drawJob(job: Partial<Job>, candidate = 0): Promise<DrawnPicture> {
  return drawPicture({ job: createJob(job), candidate, subjects, onProgress: () => {} });
}

/** A job that follows up this picture, which is its input too. */
export function createFollowUp(
  drawnPicture: DrawnPicture,
  job: Partial<Job> & { prompt: string },
  before = job.prompt,
) {
  const { width, height } = drawnPicture.pixels;
  const recipe = JSON.parse(JSON.stringify({ pictures: [drawnPicture.picture] }));
  const inputs = [toInput('picture', drawnPicture.pixels), ...(job.inputs ?? [])];
  return { width, height, ...job, inputs, parent: { recipe, candidate: 0, prompt: before } } as const;
}

export function toInput(role: JobInput['role'], pixels: Pixels): JobInput {
  const { width, height } = pixels;
  const bytes = new Uint8Array(toCanvas(pixels).encodeSync('png'));
  return { role, contentType: 'image/png', width, height, bytes };
}

/** A mask that is white in this box, in shares. Its shape differs from that of the picture. */
export function maskInput(box: { x: number; y: number; width: number; height: number }): JobInput {
  const canvas = createCanvas(160, 120);
  const context = canvas.getContext('2d');
  context.fillRect(0, 0, 160, 120);
  context.fillStyle = '#ffffff';
  context.fillRect(box.x * 160, box.y * 120, box.width * 160, box.height * 120);
  const bytes = new Uint8Array(Buffer.from(canvas.encodeSync('png')));
  return { role: 'mask', contentType: 'image/png', width: 160, height: 120, bytes };
}

export function meanDifference(one: Pixels, other: Pixels): number {
  return (
    one.data.reduce((sum, value, index) => sum + Math.abs(value - other.data[index]), 0) / one.data.length
  );
}

/** Mean of the Laplacian: how much fine detail there is. */
export function fineness({ data, width, height }: Pixels): number {
  let sum = 0;
  for (let y = 1; y < height - 1; y++)
    for (let x = 1; x < width - 1; x++) {
      const at = (y * width + x) * 4 + 1;
      const neighborSum = data[at - 4] + data[at + 4] + data[at - width * 4] + data[at + width * 4];
      sum += Math.abs(4 * data[at] - neighborSum);
    }
  return sum / (width * height);
}

/** Part of a picture, in pixels. */
export function crop(
  pixels: Pixels,
  area: { left: number; top: number; width: number; height: number },
): Pixels {
  const data = new Uint8Array(area.width * area.height * 4);
  for (let row = 0; row < area.height; row++) {
    const from = ((area.top + row) * pixels.width + area.left) * 4;
    data.set(pixels.data.subarray(from, from + area.width * 4), row * area.width * 4);
  }
  return { data, width: area.width, height: area.height };
}
