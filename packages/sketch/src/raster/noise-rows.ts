/** Noise of whole rows of pixels. A cell of broad noise is looked up once, and not at each of its pixels. */
import { grainField, noise } from './noise.ts';

/** A row of pixels: `y` in picture heights, and the pixels of a picture height. */
export interface Row {
  readonly y: number;
  readonly unit: number;
}

/** Noise that is added to a row. */
export interface Layer {
  /** `noise` by default. */
  readonly field?: 'noise' | 'grain';
  /** Features per picture height, or copies of the field of grain. */
  readonly scale: number;
  readonly weight: number;
  /** Moves `noise` across, in features. */
  readonly shift?: number;
}

/**
 * Fills a row with the sum of the layers: `weight * noise(x * scale + shift, y * scale)`,
 * or the same of `grainField`.
 */
export function fillNoise(out: Float32Array, row: Row, layers: readonly Layer[]): void {
  out.fill(0);
  for (const layer of layers) {
    if (layer.field === 'grain') addGrain(out, row, layer);
    else addNoise(out, row, layer);
  }
}

function addNoise(out: Float32Array, { y, unit }: Row, { scale, weight, shift = 0 }: Layer): void {
  const step = scale / unit;
  const down = y * scale;
  let cell = Math.floor(shift);
  // At a corner of a cell, noise is its value between above and below.
  let left = noise(cell, down) * weight;
  let right = noise(cell + 1, down) * weight;
  for (let column = 0; column < out.length; column++) {
    const across = column * step + shift;
    while (across >= cell + 1) {
      cell++;
      left = right;
      right = noise(cell + 1, down) * weight;
    }
    const part = across - cell;
    out[column] = out[column] + left + (right - left) * (part * part * (3 - 2 * part));
  }
}

function addGrain(out: Float32Array, { y, unit }: Row, { scale, weight }: Layer): void {
  for (let column = 0; column < out.length; column++)
    out[column] += weight * grainField((column / unit) * scale, y * scale);
}
