/**
 * Brings a repainted part to the tone of the picture around it. A picture that was widened has
 * taken on the tones of its old part, and a patch that is painted from the scene alone would
 * be paler or darker than it.
 */
import type { Pixels, RawPicture } from '../raster/raw-picture.ts';

/** Cells in the height of a picture. */
const rows = 72;
/** The largest difference per channel that is corrected. Larger ones come from other things, which stay. */
const maxToneDifference = 36;
/** How often the values of the inside cells are averaged with their neighbors. */
const roundCount = 160;

interface Cells {
  readonly columns: number;
  readonly rows: number;
  readonly size: number;
}

interface Tones extends Cells {
  /** Three differences (red, green, blue) for each cell. */
  readonly values: Float32Array;
}

/**
 * Changes `pixels` in place where `shares` is above 0. The change is the difference between `picture` and
 * `pixels` around that area.
 */
export function matchTone(pixels: Pixels, picture: RawPicture, shares: Uint8Array): void {
  const { width, height } = pixels;
  const size = Math.max(1, Math.round(height / rows));
  const cells = { columns: Math.ceil(width / size), rows: Math.ceil(height / size), size };
  const { values, isKnown, isInside } = readTones(pixels, picture, { shares, cells });
  if (!isInside.includes(1) || !isKnown.includes(1)) return;
  fillInsideCells(values, { isKnown, isInside, ...cells });
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      if (shares[y * width + x] === 0) continue;
      const offset = (y * width + x) * 4;
      for (let channel = 0; channel < 3; channel++) {
        const tone = toneAt({ values, ...cells }, { x: x / size - 0.5, y: y / size - 0.5, channel });
        pixels.data[offset + channel] = Math.max(
          0,
          Math.min(255, Math.round(pixels.data[offset + channel] + tone)),
        );
      }
    }
}

/** Returns the mean difference of each outside cell. Those above `maxToneDifference` count as unknown. */
function readTones(
  pixels: Pixels,
  picture: RawPicture,
  { shares, cells }: { shares: Uint8Array; cells: Cells },
): { values: Float32Array; isKnown: Uint8Array; isInside: Uint8Array } {
  const { width, height } = pixels;
  const { columns, size } = cells;
  const count = columns * cells.rows;
  const [values, pixelCounts] = [new Float32Array(count * 3), new Float32Array(count)];
  const isInside = new Uint8Array(count);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const cell = Math.floor(y / size) * columns + Math.floor(x / size);
      if (shares[y * width + x] > 0) {
        isInside[cell] = 1;
        continue;
      }
      const offset = (y * width + x) * 4;
      pixelCounts[cell] += 1;
      for (let channel = 0; channel < 3; channel++)
        values[cell * 3 + channel] += picture.data[offset + channel] - pixels.data[offset + channel];
    }
  const isKnown = new Uint8Array(count);
  for (let cell = 0; cell < count; cell++) {
    for (let offset = cell * 3; offset < cell * 3 + 3; offset++)
      values[offset] /= Math.max(1, pixelCounts[cell]);
    const largest = Math.max(...[0, 1, 2].map(channel => Math.abs(values[cell * 3 + channel])));
    isKnown[cell] = isInside[cell] === 0 && largest <= maxToneDifference ? 1 : 0;
    if (isKnown[cell] === 0) values.fill(0, cell * 3, cell * 3 + 3);
  }
  return { values, isKnown, isInside };
}

/** Fills the inside cells from their neighbors by relaxation. */
function fillInsideCells(
  values: Float32Array,
  {
    isKnown,
    isInside,
    columns,
    rows: height,
  }: Cells & { readonly isKnown: Uint8Array; readonly isInside: Uint8Array },
): void {
  const hasValue = Uint8Array.from(isKnown);
  for (let round = 0; round < roundCount; round++)
    for (let y = 0; y < height; y++)
      for (let x = 0; x < columns; x++) {
        const cell = y * columns + x;
        if (isInside[cell] === 0) continue;
        const neighbors = [
          ...(x > 0 ? [cell - 1] : []),
          ...(x + 1 < columns ? [cell + 1] : []),
          ...(y > 0 ? [cell - columns] : []),
          ...(y + 1 < height ? [cell + columns] : []),
        ].filter(neighbor => hasValue[neighbor] === 1);
        if (neighbors.length === 0) continue;
        hasValue[cell] = 1;
        for (let channel = 0; channel < 3; channel++)
          values[cell * 3 + channel] =
            neighbors.reduce((sum, neighbor) => sum + values[neighbor * 3 + channel], 0) / neighbors.length;
      }
}

/** Interpolates between the middles of the cells. */
function toneAt(
  { values, columns, rows: height }: Tones,
  { x, y, channel }: { x: number; y: number; channel: number },
): number {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const value = (column: number, row: number) =>
    values[
      (Math.max(0, Math.min(height - 1, row)) * columns + Math.max(0, Math.min(columns - 1, column))) * 3 +
        channel
    ];
  const [across, down] = [x - left, y - top];
  const upper = value(left, top) * (1 - across) + value(left + 1, top) * across;
  return (
    upper * (1 - down) + (value(left, top + 1) * (1 - across) + value(left + 1, top + 1) * across) * down
  );
}
