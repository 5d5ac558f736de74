/** Fills what is around an old picture in a larger canvas. */
import type { RawPicture } from '../../picture/picture-file.ts';
import type { Rectangle } from '../../picture/rectangle.ts';
import { emptyGrid, fillGaps, sampleRow, type Grid } from './smooth-grid.ts';

export type Color = readonly [red: number, green: number, blue: number];

export interface Border {
  /** The old picture, already scaled, and where it lies in the canvas. Parts of it may lie outside. */
  readonly picture: RawPicture;
  readonly at: Rectangle;
  readonly width: number;
  readonly height: number;
  /** Absent means the picture's edges continue, more and more blurred. */
  readonly fill?: Color | undefined;
}

/** Cells of the blurred border along the longer edge of the canvas. */
const cellsAcross = 512;
/**
 * Pixels over which the picture, mirrored at its edge with grain and texture, fades into the blurred border.
 */
const mirrorFade = 16;
/**
 * Pixels along the edge whose colors continue. With all of the picture, its middle
 * would show through in the border.
 */
const rimPixels = 12;

export function fillBorder(border: Border): RawPicture {
  const { picture, at, width, height, fill } = border;
  const canvas: RawPicture = { data: new Uint8Array(width * height * 4).fill(255), width, height };
  const keptArea = clipToCanvas(at, canvas);
  if (fill) fillFlat(canvas, fill);
  placeRows({ canvas, picture, at, keptArea });
  if (!fill) continueEdges(canvas, keptArea);
  return canvas;
}

/** The part of a rectangle that is inside of the canvas. */
export function clipToCanvas(
  { left, top, width, height }: Rectangle,
  canvas: { width: number; height: number },
): Rectangle {
  const [x, y] = [Math.max(0, left), Math.max(0, top)];
  return {
    left: x,
    top: y,
    width: Math.min(canvas.width, left + width) - x,
    height: Math.min(canvas.height, top + height) - y,
  };
}

function fillFlat({ data }: RawPicture, color: Color): void {
  const [red, green, blue] = color;
  for (let at = 0; at < data.length; at += 4) {
    data[at] = red;
    data[at + 1] = green;
    data[at + 2] = blue;
  }
}

function placeRows({
  canvas,
  picture,
  at,
  keptArea,
}: {
  canvas: RawPicture;
  picture: RawPicture;
  at: Rectangle;
  keptArea: Rectangle;
}): void {
  for (let y = keptArea.top; y < keptArea.top + keptArea.height; y++) {
    const from = ((y - at.top) * picture.width + keptArea.left - at.left) * 4;
    const row = picture.data.subarray(from, from + keptArea.width * 4);
    canvas.data.set(row, (y * canvas.width + keptArea.left) * 4);
  }
}

function continueEdges(canvas: RawPicture, keptArea: Rectangle): void {
  const cell = Math.max(1, Math.ceil(Math.max(canvas.width, canvas.height) / cellsAcross));
  const blurredGrid = fillGaps(edgeAverages(canvas, keptArea, cell));
  const line = new Float32Array(canvas.width * 3);
  const right = keptArea.left + keptArea.width - 1;
  const bottom = keptArea.top + keptArea.height - 1;
  for (let y = 0; y < canvas.height; y++) {
    sampleRow(blurredGrid, (y + 0.5) / cell, { line, step: 1 / cell });
    const down = Math.max(keptArea.top - y, y - bottom, 0);
    const mirroredY = mirrorPosition(y, keptArea.top, bottom);
    for (let x = 0; x < canvas.width; x++) {
      const across = Math.max(keptArea.left - x, x - right, 0);
      if (down === 0 && across === 0) {
        x = right;
        continue;
      }
      const mirroredX = mirrorPosition(x, keptArea.left, right);
      const share = Math.max(0, 1 - Math.hypot(down, across) / mirrorFade);
      const from = (mirroredY * canvas.width + mirroredX) * 4;
      const to = (y * canvas.width + x) * 4;
      for (let channel = 0; channel < 3; channel++) {
        const soft = line[x * 3 + channel] ?? 0;
        canvas.data[to + channel] = Math.round(soft + ((canvas.data[from + channel] ?? 0) - soft) * share);
      }
    }
  }
}

function mirrorPosition(position: number, first: number, last: number): number {
  if (position < first) return Math.min(last, 2 * first - 1 - position);
  return position > last ? Math.max(first, 2 * last + 1 - position) : position;
}

/** Averages of the old pixels at the edge, by cell. */
function edgeAverages(canvas: RawPicture, keptArea: Rectangle, cell: number): Grid {
  const grid = emptyGrid(canvas, cell);
  const { values, weights, columns } = grid;
  const [right, bottom] = [keptArea.left + keptArea.width, keptArea.top + keptArea.height];
  for (let y = keptArea.top; y < bottom; y++) {
    const isAtEdge = y < keptArea.top + rimPixels || y >= bottom - rimPixels;
    for (let x = keptArea.left; x < right; x++) {
      if (!isAtEdge && x === keptArea.left + rimPixels) x = Math.max(x, right - rimPixels);
      const from = (y * canvas.width + x) * 4;
      const to = Math.floor(y / cell) * columns + Math.floor(x / cell);
      weights[to] = (weights[to] ?? 0) + 1;
      for (let channel = 0; channel < 3; channel++)
        values[to * 3 + channel] = (values[to * 3 + channel] ?? 0) + (canvas.data[from + channel] ?? 0);
    }
  }
  for (const [at, count] of weights.entries()) {
    if (count === 0) continue;
    for (let channel = 0; channel < 3; channel++)
      values[at * 3 + channel] = (values[at * 3 + channel] ?? 0) / count;
    weights[at] = 1;
  }
  return grid;
}
