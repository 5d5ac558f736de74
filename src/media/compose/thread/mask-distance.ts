/** Distances of the pixels of a mask from its black or white area. */
import type { Mask } from '../../picture/mask-file.ts';

/** Distances are in thirds of a pixel (a chamfer of 3 and 4, at most 8 % off). */
export const distanceUnit = 3;
const diagonal = 4;
const white = 128;
const farthest = 65_535 - diagonal;

/**
 * The distance of each pixel from the nearest black or white one, in thirds of a pixel. 0: the pixel is one
 * itself. Far away from all: some 20,000 pixels.
 */
export function distancesFrom(color: 'black' | 'white', { data, width, height }: Mask): Uint16Array {
  // A frame of one pixel on each side, so that every pixel has neighbors.
  const stride = width + 2;
  const framedDistances = new Uint16Array(stride * (height + 2)).fill(farthest);
  for (let y = 0; y < height; y++) {
    for (let x = 0, at = (y + 1) * stride + 1, from = y * width; x < width; x++, at++, from++)
      if ((data[from] ?? 0) >= white === (color === 'white')) framedDistances[at] = 0;
  }
  const spread = (index: number, before: 1 | -1): void => {
    const beside = (framedDistances[index - before] ?? 0) + distanceUnit;
    const above = (framedDistances[index - before * stride] ?? 0) + distanceUnit;
    const aboveLeft = (framedDistances[index - before * (stride + 1)] ?? 0) + diagonal;
    const aboveRight = (framedDistances[index - before * (stride - 1)] ?? 0) + diagonal;
    framedDistances[index] = Math.min(framedDistances[index] ?? 0, beside, above, aboveLeft, aboveRight);
  };
  for (let y = 1; y <= height; y++) {
    for (let x = 1; x <= width; x++) spread(y * stride + x, 1);
  }
  for (let y = height; y >= 1; y--) {
    for (let x = width; x >= 1; x--) spread(y * stride + x, -1);
  }
  const distances = new Uint16Array(width * height);
  for (let y = 0; y < height; y++)
    distances.set(framedDistances.subarray((y + 1) * stride + 1, (y + 1) * stride + 1 + width), y * width);
  return distances;
}
