/** Noise of whole rows of a picture: where every pixel has some, that takes a third of the time of single values. */
import { grainField, noise } from './noise.ts';

/** A row of pixels: `y` in picture heights, and the pixels of a picture height. */
export interface Row {
  readonly y: number;
  readonly unit: number;
}

interface Share {
  /** Features per picture height. */
  readonly scale: number;
  readonly weight: number;
  /** Added across. */
  readonly shift?: number;
}

/** Adds `weight * noise(x * scale + shift, y * scale)` to each pixel of a row. */
export function addNoise(row: Float32Array, { y, unit }: Row, { scale, weight, shift = 0 }: Share): void {
  const step = scale / unit;
  let cell = Number.NaN;
  let left = 0;
  let rise = 0;
  for (let column = 0; column < row.length; column++) {
    const across = column * step + shift;
    const found = Math.floor(across);
    if (found !== cell) {
      cell = found;
      // At a corner of a cell, noise is its value between above and below.
      left = noise(cell, y * scale) * weight;
      rise = noise(cell + 1, y * scale) * weight - left;
    }
    const part = across - cell;
    row[column] = row[column]! + left + rise * (part * part * (3 - 2 * part));
  }
}

/** Adds `weight * grainField(x * scale, y * scale)` to each pixel of a row. */
export function addGrain(row: Float32Array, { y, unit }: Row, { scale, weight }: Share): void {
  for (let column = 0; column < row.length; column++)
    row[column] = row[column]! + weight * grainField((column / unit) * scale, y * scale);
}
