/**
 * Style passes for a picture that continues at its edges: marks that would be cut off
 * continue at the opposite edge.
 */
import type { Canvas } from '@napi-rs/canvas';
import { newCanvas } from '../raster/pixels.ts';

/** Runs `finish` over the picture with its surroundings, then joins what it made at the edges, in place. */
export function finishSeamless(canvas: Canvas, finish: (wider: Canvas) => void): void {
  const { width, height } = canvas;
  const overlap = Math.max(8, Math.round(Math.min(width, height) * 0.11));
  const rim = Math.max(8, Math.round(Math.min(width, height) * 0.06));
  const { canvas: wider, context } = newCanvas(width + overlap + rim * 2, height + overlap + rim * 2);
  for (const x of [rim - width, rim, rim + width])
    for (const y of [rim - height, rim, rim + height]) context.drawImage(canvas, x, y);
  finish(wider);
  const styledImage = context.getImageData(rim, rim, width + overlap, height + overlap);
  const rows = joinEdges(
    { data: styledImage.data, width: width + overlap, height: height + overlap },
    overlap,
  );
  const columns = turnPicture(joinEdges(turnPicture(rows), overlap));
  const target = canvas.getContext('2d');
  const image = target.createImageData(width, height);
  image.data.set(columns.data);
  target.putImageData(image, 0, 0);
}

interface Picture {
  readonly data: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
}

/**
 * Makes the picture narrower by the overlap. On the left, what lies beyond the right edge merges with what is
 * there, along the line on which both are most alike, so that the first column continues the last.
 */
function joinEdges({ data, width, height }: Picture, overlap: number): Picture {
  const remainingWidth = width - overlap;
  const out = new Uint8ClampedArray(remainingWidth * height * 4);
  const line = findSeam({ data, width, height }, overlap);
  for (let row = 0; row < height; row++) {
    const from = row * width * 4;
    const to = row * remainingWidth * 4;
    out.set(data.subarray(from, from + remainingWidth * 4), to);
    for (let column = 0; column < overlap; column++) {
      const share = Math.max(0, Math.min(1, (line[row] - column) / 3 + 0.5));
      for (let channel = 0; channel < 3; channel++) {
        const value = data[from + column * 4 + channel];
        const valueBeyond = data[from + (column + remainingWidth) * 4 + channel];
        out[to + column * 4 + channel] = value + (valueBeyond - value) * share;
      }
    }
  }
  return { data: out, width: remainingWidth, height };
}

/** Returns the column of the cut for each row. Neighboring rows differ by one column at most. */
function findSeam({ data, width, height }: Picture, overlap: number): Int32Array {
  const remainingWidth = width - overlap;
  const costs = new Float64Array(overlap * height);
  for (let row = 0; row < height; row++)
    for (let column = 0; column < overlap; column++) {
      const at = (row * width + column) * 4;
      const edge = column < 4 || column > overlap - 5 ? 1e6 : 0;
      costs[row * overlap + column] = difference(data, at, at + remainingWidth * 4) + edge;
      if (row === 0) continue;
      const above = (row - 1) * overlap + column;
      costs[row * overlap + column] += Math.min(
        costs[above],
        column > 0 ? costs[above - 1] : Infinity,
        column < overlap - 1 ? costs[above + 1] : Infinity,
      );
    }
  const line = new Int32Array(height);
  for (let row = height - 1; row >= 0; row--) {
    const start = row === height - 1 ? 0 : Math.max(0, line[row + 1] - 1);
    const end = row === height - 1 ? overlap - 1 : Math.min(overlap - 1, line[row + 1] + 1);
    let best = start;
    for (let column = start; column <= end; column++)
      if (costs[row * overlap + column] < costs[row * overlap + best]) best = column;
    line[row] = best;
  }
  return line;
}

function difference(data: Uint8ClampedArray, one: number, other: number): number {
  let sum = 0;
  for (let channel = 0; channel < 3; channel++) sum += (data[one + channel] - data[other + channel]) ** 2;
  return sum;
}

/** Swaps rows and columns. */
function turnPicture({ data, width, height }: Picture): Picture {
  const out = new Uint8ClampedArray(data.length);
  for (let row = 0; row < height; row++)
    for (let column = 0; column < width; column++) {
      const from = (row * width + column) * 4;
      const to = (column * height + row) * 4;
      for (let channel = 0; channel < 4; channel++) out[to + channel] = data[from + channel];
    }
  for (let at = 3; at < out.length; at += 4) out[at] = 255;
  return { data: out, width: height, height: width };
}
