/** Makes a clip begin with exactly its picture. What its painter does differently fades in after that. */
import { smooth } from '../../raster/colors.ts';
import { readPixels } from '../../raster/read-pixels.ts';
import type { ClipPainter } from './clip-painter.ts';
import type { Pixels } from '../../raster/raw-picture.ts';
import type { ClipPlan } from '../../scene/clip-plan.ts';

const seconds = 0.9;

export interface FirstPicture {
  /** Corrects the pixels of the frame at `now` in place. */
  correct(pixels: Uint8Array, now: number): void;
}

export function openFirstPicture(painter: ClipPainter, still: Pixels, plan: ClipPlan): FirstPicture {
  const paintedPixels = readPixels(painter.paint(0)).data;
  const difference = Int16Array.from(still.data, (value, index) => value - paintedPixels[index]);
  return {
    correct: (pixels, now) => {
      const at = plan.loop ? now % plan.seconds : now;
      const secondsFromEnds = plan.loop ? Math.min(at, plan.seconds - at) : at;
      const share = 1 - smooth(0, seconds, secondsFromEnds);
      if (share <= 0) return;
      const stillness = readStillness(pixels, paintedPixels, still);
      const { width, height } = still;
      for (let y = 0; y < height; y++)
        for (let x = 0; x < width; x++) {
          const weight = Math.round(share * stillness(x, y) * 256);
          if (weight === 0) continue;
          const end = (y * width + x) * 4 + 3;
          for (let index = end - 3; index < end; index++) {
            const value = pixels[index] + ((difference[index] * weight) >> 8);
            pixels[index] = value < 0 ? 0 : value > 255 ? 255 : value;
          }
        }
    },
  };
}

/** The number of cells in the height. A cell is about as wide as the outline that a style draws. */
const cells = 40;
/** The mean change of a cell's channels at which its correction begins to fade, and at which it ends. */
const [fadeStart, fadeEnd] = [5, 16];

/**
 * How still the picture is around each pixel, 0 … 1. Where things of the first frame have moved, a correction
 * would leave a ghost.
 */
function readStillness(
  now: Uint8Array,
  before: Uint8Array,
  { width, height }: { width: number; height: number },
): (x: number, y: number) => number {
  const size = Math.max(2, Math.round(height / cells));
  const columns = Math.ceil(width / size);
  const rows = Math.ceil(height / size);
  const changes = new Float32Array(columns * rows);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * 4;
      changes[Math.floor(y / size) * columns + Math.floor(x / size)] +=
        Math.abs(now[at] - before[at]) +
        Math.abs(now[at + 1] - before[at + 1]) +
        Math.abs(now[at + 2] - before[at + 2]);
    }
  const stillness = changes.map(change => 1 - smooth(fadeStart, fadeEnd, change / (size * size * 3)));
  const least = Float32Array.from(stillness, (_, index) =>
    leastAround(stillness, { columns, rows, at: index }),
  );
  return (x, y) => interpolate(least, { columns, rows, x: x / size - 0.5, y: y / size - 0.5 });
}

function leastAround(
  stillness: Float32Array,
  { columns, rows, at }: { columns: number; rows: number; at: number },
): number {
  const column = at % columns;
  const row = Math.floor(at / columns);
  let least = 1;
  for (let y = Math.max(0, row - 1); y <= Math.min(rows - 1, row + 1); y++)
    for (let x = Math.max(0, column - 1); x <= Math.min(columns - 1, column + 1); x++)
      least = Math.min(least, stillness[y * columns + x]);
  return least;
}

function interpolate(
  values: Float32Array,
  { columns, rows, x, y }: { columns: number; rows: number; x: number; y: number },
): number {
  const left = Math.max(0, Math.min(columns - 1, Math.floor(x)));
  const top = Math.max(0, Math.min(rows - 1, Math.floor(y)));
  const right = Math.min(columns - 1, left + 1);
  const bottom = Math.min(rows - 1, top + 1);
  const [across, down] = [Math.max(0, x - left), Math.max(0, y - top)];
  const upper = values[top * columns + left] * (1 - across) + values[top * columns + right] * across;
  const lower = values[bottom * columns + left] * (1 - across) + values[bottom * columns + right] * across;
  return upper * (1 - down) + lower * down;
}
