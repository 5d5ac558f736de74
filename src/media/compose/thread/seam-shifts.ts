/** Measures the step of colors across the seam of old and generated pixels. */
import { distancesFrom, distanceUnit } from './mask-distance.ts';
import type { RawPicture } from '../../picture/picture-file.ts';
import type { Repaint } from './repaint.ts';
import { emptyGrid, type Grid } from './smooth-grid.ts';

/**
 * Pixels along an edge of a cell. Steps are averaged over 3x3 cells, so that both sides of the seam
 * are inside, wherever it runs.
 */
const cell = 32;
/** Two bands of pixels on each side of the seam, of which the color at the seam is extrapolated. */
const bandPixels = 4;
/**
 * A greater step on average is another content, not a shift of colors; so are steps
 * that differ by more than that.
 */
const maxStep = 24;
const maxSpread = 12;
/** Fewer pixels of a band say nothing. */
const minPixels = 24;

/** Against noise: only colors that differ by more than the root of this along the seam tell of contrast. */
const contrastNoise = 100;

/** A repaint whose seam is looked at. */
export interface Seam extends Repaint {
  /** The distance of each pixel from the new ones: `distancesFrom('white', mask)`. */
  readonly fromNew: Uint16Array;
}

/** The shift of a channel's values: `offset + contrast * value`. */
export interface Shift {
  readonly offset: number;
  readonly contrast: number;
}

/**
 * The shift of each channel with which the new pixels meet the old ones, the same for the whole picture: a
 * single place of the seam proves too little, because the picture itself changes there. Returns undefined if
 * there is no seam, or if the two sides differ in content.
 */
export function seamShifts(seam: Seam): Shift[] | undefined {
  const places = comparePlaces(seam);
  const steps = [0, 1, 2].map(channel => median(places.map(({ step }) => step[channel] ?? 0)));
  const largestDistance = ({ step }: Place) =>
    Math.max(...steps.map((middle, channel) => Math.abs((step[channel] ?? 0) - middle)));
  const isContent =
    steps.some(step => Math.abs(step) > maxStep) || median(places.map(largestDistance)) > maxSpread;
  if (places.length === 0 || isContent) return undefined;
  const alike = places.filter(place => largestDistance(place) <= maxSpread);
  return [0, 1, 2].map(channel => fitShift(alike, channel));
}

/** A part of the seam: the color of its new side, and how much brighter the old side is. */
interface Place {
  readonly color: readonly number[];
  readonly step: readonly number[];
}

function comparePlaces(seam: Seam): Place[] {
  const grid = emptyGrid(seam.result, cell);
  const bands = bandAverages(seam, grid);
  return Array.from(grid.weights).flatMap((_, cell) => {
    const [oldNear, oldFar, newNear, newFar] = bands(cell);
    if (!oldNear || !oldFar || !newNear || !newFar) return [];
    const color = extrapolateToSeam(newNear, newFar);
    return [
      {
        color,
        step: extrapolateToSeam(oldNear, oldFar).map((value, channel) => value - (color[channel] ?? 0)),
      },
    ];
  });
}

/** Extrapolates the averages of two bands, which lie half a band and one and a half bands from the seam. */
function extrapolateToSeam(near: readonly number[], far: readonly number[]): number[] {
  return near.map((value, channel) => value + (value - (far[channel] ?? 0)) / 2);
}

/** A line through the steps, by least squares. */
function fitShift(places: readonly Place[], channel: number): Shift {
  const points = places.map(({ color, step }) => [color[channel] ?? 0, step[channel] ?? 0] as const);
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [color, step] = [mean(points.map(([value]) => value)), mean(points.map(([, value]) => value))];
  const covariance = mean(points.map(([one, other]) => (one - color) * (other - step)));
  const contrast = covariance / (mean(points.map(([value]) => (value - color) ** 2)) + contrastNoise);
  return { offset: step - contrast * color, contrast };
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
}

/** Number of bands, and of sums for each: three channels and a count. */
const bandCount = 4;
const sumCount = 4;

/** The average colors around a cell, in four bands: old and near, old and far, new and near, new and far. */
function bandAverages(seam: Seam, { columns, rows }: Grid): (cell: number) => (number[] | undefined)[] {
  const sums = new Float64Array(columns * rows * bandCount * sumCount);
  addBands({ sums, columns, pixels: seam.old, distances: seam.fromNew, first: 0 });
  addBands({
    sums,
    columns,
    pixels: seam.result,
    distances: distancesFrom('black', seam.mask),
    first: 2,
  });
  return cell => {
    const total = new Float64Array(bandCount * sumCount);
    const [row, column] = [Math.floor(cell / columns), cell % columns];
    for (let y = Math.max(0, row - 1); y <= Math.min(rows - 1, row + 1); y++) {
      for (let x = Math.max(0, column - 1); x <= Math.min(columns - 1, column + 1); x++) {
        const from = (y * columns + x) * total.length;
        for (let index = 0; index < total.length; index++)
          total[index] = (total[index] ?? 0) + (sums[from + index] ?? 0);
      }
    }
    return [0, 1, 2, 3].map(band => {
      const [red = 0, green = 0, blue = 0, count = 0] = total.subarray(band * sumCount);
      return count < minPixels ? undefined : [red / count, green / count, blue / count];
    });
  };
}

interface Side {
  readonly sums: Float64Array;
  readonly columns: number;
  readonly pixels: RawPicture;
  /** The distances from the other side. */
  readonly distances: Uint16Array;
  /** Its near band. The far one is next. */
  readonly first: number;
}

function addBands({ sums, columns, pixels: { data, width }, distances, first }: Side): void {
  for (let pixel = 0; pixel < distances.length; pixel++) {
    const distance = distances[pixel] ?? 0;
    if (distance === 0 || distance > 2 * bandPixels * distanceUnit) continue;
    const [x, y] = [pixel % width, Math.floor(pixel / width)];
    const band = distance > bandPixels * distanceUnit ? first + 1 : first;
    const to = ((Math.floor(y / cell) * columns + Math.floor(x / cell)) * bandCount + band) * sumCount;
    for (let channel = 0; channel < 3; channel++)
      sums[to + channel] = (sums[to + channel] ?? 0) + (data[pixel * 4 + channel] ?? 0);
    sums[to + 3] = (sums[to + 3] ?? 0) + 1;
  }
}
