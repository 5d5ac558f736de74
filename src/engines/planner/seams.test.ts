/**
 * The seam between old and new pixels in finished pictures, for an engine that paints the same scene
 * with slightly different colors.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { photograph } from '../../../test/support/media/photograph.ts';
import { maskAround, type Rectangle } from '../../media/picture/rectangle.ts';
import { encodeMask, type Mask } from '../../media/picture/mask-file.ts';
import { resizePicture, toPng, type RawPicture } from '../../media/picture/picture.ts';
import type { EngineJob } from '../contract/engine-job.ts';
import { putOldPixelsBack } from './finish-media.ts';

/** The largest allowed step, of 255, on average along the seam and over the channels. */
const maxStep = 2;
/** The least grain of the pixels that fade from old to new, as a share of the grain of new pixels. */
const leastGrain = 0.9;
const size = { width: 576, height: 448 };
/** The size at which the model generates. */
const engineSize = { width: 640, height: 512 };

const common = { taskId: '1', model: 'm', prompt: '', seed: 1, exclude: [], ...size };
/** The position of the old picture in the new one, and its scale there. */
const canvases: Readonly<Record<string, { at: Rectangle; scale: number }>> = {
  pan: { at: { left: 192, top: 0, width: 384, height: 448 }, scale: 1 },
  square: { at: { left: 0, top: 64, width: 576, height: 320 }, scale: 1 },
  'zoom out 2x': { at: { left: 144, top: 112, width: 288, height: 224 }, scale: 2 },
};

for (const [description, grain] of [
  ['flat', 0],
  ['noisy', 10],
] as const) {
  const scene = { ...size, detail: grain === 0 ? (0 as const) : (1 as const) };
  const truth = photograph({ ...scene, grain: 0 });
  const before = photograph({ ...scene, grain, seed: 1 });
  const answer = shiftColors(photograph({ ...scene, grain, seed: 2 }));

  for (const [operation, { at, scale }] of Object.entries(canvases))
    test(`${operation} of a ${description} photograph has no step at the seam, and the grain continues`, async () => {
      const old = await scalePicture(cut(before, at), scale);
      const frame = {
        x: -at.left / at.width,
        y: -at.top / at.height,
        width: size.width / at.width,
        height: size.height / at.height,
      };
      const job: EngineJob = {
        ...common,
        kind: 'outpaint',
        frame,
        inputs: [await makeInput('picture', old)],
      };
      await check({ job, picture: 'canvas', mask: maskAround(at, size) });
    });

  test(`a region of a ${description} photograph has no step at the seam, and the grain continues`, async () => {
    const data = Uint8Array.from({ length: size.width * size.height }, (_, pixel) =>
      Math.hypot((pixel % size.width) - 300, Math.floor(pixel / size.width) - 250) < 120 ? 255 : 0,
    );
    const mask = { data, ...size };
    const maskInput = {
      role: 'mask',
      contentType: 'image/png',
      ...size,
      bytes: await encodeMask(mask),
    } as const;
    const job: EngineJob = {
      ...common,
      kind: 'edit',
      inputs: [await makeInput('picture', before), maskInput],
    };
    await check({ job, picture: 'input', mask });
  });

  async function check({ job, picture, mask }: { job: EngineJob; picture: 'canvas' | 'input'; mask: Mask }) {
    const bytes = await toPng(await resizePicture(answer, engineSize));
    const data = await putOldPixelsBack(bytes, job, { ...engineSize, picture, mask: true });
    const { steps, grains } = measureSeam({ data, ...size }, truth, mask);
    assert.ok(steps[0]! <= maxStep, `a step of ${steps[0]!.toFixed(2)} where pixels fade`);
    assert.ok(steps[1]! <= maxStep, `a step of ${steps[1]!.toFixed(2)} beyond the faded pixels`);
    if (grain > 0) assert.ok(grains[0]! >= grains[1]! * leastGrain, `grain of ${grains.join(' beside ')}`);
  }
}

/**
 * Distances from the seam in pixels. Old pixels fade up to the first. New pixels up to the second
 * show the step that fading hides.
 */
const fadedPixels = 4;
const beyondFadedPixels = 12;

/**
 * Measures the steps beside the seam in pieces of 32x32 pixels, for the pixels that fade and for the new ones
 * beyond them, and the grain up to 12 pixels from the seam and beyond.
 */
function measureSeam(picture: RawPicture, truth: RawPicture, mask: Mask) {
  const pieces = [new Map<string, number[]>(), new Map<string, number[]>()] as const;
  const bands: [number[], number[]] = [[], []];
  for (const [pixel, value] of mask.data.entries()) {
    if (value === 0) continue;
    const [x, y] = [pixel % size.width, Math.floor(pixel / size.width)];
    const isBeside = (distance: number) => hasOldAt(mask, { x, y }, distance);
    const side = isBeside(fadedPixels) ? pieces[0] : isBeside(beyondFadedPixels) ? pieces[1] : undefined;
    const band = isBeside(12) ? 0 : isBeside(40) ? 1 : undefined;
    for (let channel = 0; channel < 3; channel++) {
      const error = (picture.data[pixel * 4 + channel] ?? 0) - (truth.data[pixel * 4 + channel] ?? 0);
      const piece = `${x >> 5} ${y >> 5} ${channel}`;
      side?.set(piece, [...(side.get(piece) ?? []), error]);
      if (band !== undefined) bands[band].push(error);
    }
  }
  return { steps: pieces.map(seamStep), grains: bands.map(deviation) };
}

function seamStep(pieces: ReadonlyMap<string, readonly number[]>): number {
  const steps = [...pieces.values()].filter(({ length }) => length >= 32).map(each => Math.abs(mean(each)));
  assert.ok(steps.length > 20);
  return mean(steps);
}

function hasOldAt({ data }: Mask, { x, y }: { x: number; y: number }, distance: number): boolean {
  return [-distance, distance].some(offset => {
    const [column, row] = [x + offset, y + offset];
    const isAcross = column >= 0 && column < size.width && data[y * size.width + column] === 0;
    return isAcross || (row >= 0 && row < size.height && data[row * size.width + x] === 0);
  });
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function deviation(values: readonly number[]): number {
  const average = mean(values);
  return Math.sqrt(mean(values.map(value => (value - average) ** 2)));
}

/** A result as models return it: the whole picture is shifted by the same amount. */
function shiftColors({ data, ...rest }: RawPicture): RawPicture {
  const shift = [12, -9, 6, 0];
  return { ...rest, data: Uint8ClampedArray.from(data, (value, index) => value + (shift[index % 4] ?? 0)) };
}

function cut({ data, width }: RawPicture, area: Rectangle): RawPicture {
  const part = new Uint8Array(area.width * area.height * 4);
  for (let y = 0; y < area.height; y++) {
    const from = ((y + area.top) * width + area.left) * 4;
    part.set(data.subarray(from, from + area.width * 4), y * area.width * 4);
  }
  return { data: part, width: area.width, height: area.height };
}

async function scalePicture(picture: RawPicture, scale: number): Promise<RawPicture> {
  if (scale === 1) return picture;
  return resizePicture(picture, { width: picture.width * scale, height: picture.height * scale });
}

async function makeInput(role: 'picture', picture: RawPicture) {
  const { width, height } = picture;
  return { role, contentType: 'image/png', width, height, bytes: await toPng(picture) } as const;
}
