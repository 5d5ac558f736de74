/** Shifts the colors of new pixels so that they meet those of the old picture. */
import type { RawPicture } from '../../picture/picture-file.ts';
import { distancesFrom, distanceUnit } from './mask-distance.ts';
import type { Repaint } from './repaint.ts';
import { type Seam, seamShifts, type Shift } from './seam-shifts.ts';
import { emptyGrid, fillGaps, sampleRow, type Grid } from './smooth-grid.ts';

const white = 128;
/**
 * Pixels along an edge of a cell. Averages over this many are free of noise, and follow shifts
 * that change across the picture.
 */
const cell = 16;
/** A greater difference of a pixel is another content, not a shift of colors. */
const maxShift = 64;
/** Averages below this are no shift. */
const noShift = 0.75;

export interface Correction extends Repaint {
  /** Pixels beside the new area that the engine may have painted, too: what they show is no shift. */
  readonly margin: number;
}

/**
 * Changes and returns the pixels of `result`. Engines usually return the whole picture, with the same shift
 * in its old and new parts: it is measured in the old part and continued smoothly into the new one. Engines
 * that put the old pixels back themselves leave a step at the seam, which is measured across it.
 */
export function correctColors(correction: Correction): RawPicture {
  const repaint = { ...correction, fromNew: distancesFrom('white', correction.mask) };
  const shifts = smoothCells(averageShifts(repaint));
  const isPutBack = !shifts.values.some(
    (value, index) => isKnown(shifts, index) && Math.abs(value) > noShift,
  );
  if (!isPutBack) applyGrid(repaint, fillGaps(shifts));
  else applyLines(repaint, seamShifts(repaint) ?? []);
  return repaint.result;
}

function isKnown({ weights }: Grid, index: number): boolean {
  return (weights[Math.floor(index / 3)] ?? 0) > 0;
}

/** The average difference of old and generated pixels in the black part of each cell, the margin left out. */
function averageShifts({ result, old, margin, fromNew }: Correction & Seam): Grid {
  const grid = emptyGrid(result, cell);
  const { values, weights, columns } = grid;
  const blacks = new Uint32Array(weights.length);
  for (let y = 0, pixel = 0; y < result.height; y++) {
    const first = Math.floor(y / cell) * columns;
    for (let x = 0; x < result.width; x++, pixel++) {
      if ((fromNew[pixel] ?? 0) <= margin * distanceUnit) continue;
      const to = first + Math.floor(x / cell);
      blacks[to] = (blacks[to] ?? 0) + 1;
      const at = pixel * 4;
      const red = (old.data[at] ?? 0) - (result.data[at] ?? 0);
      const green = (old.data[at + 1] ?? 0) - (result.data[at + 1] ?? 0);
      const blue = (old.data[at + 2] ?? 0) - (result.data[at + 2] ?? 0);
      if (Math.max(Math.abs(red), Math.abs(green), Math.abs(blue)) > maxShift) continue;
      weights[to] = (weights[to] ?? 0) + 1;
      values[to * 3] = (values[to * 3] ?? 0) + red;
      values[to * 3 + 1] = (values[to * 3 + 1] ?? 0) + green;
      values[to * 3 + 2] = (values[to * 3 + 2] ?? 0) + blue;
    }
  }
  for (const [at, count] of weights.entries()) {
    const isSameContent = count > 0 && count * 2 >= (blacks[at] ?? 0);
    for (let channel = 0; channel < 3; channel++)
      values[at * 3 + channel] = isSameContent ? (values[at * 3 + channel] ?? 0) / count : 0;
    // A cell with few old pixels counts less than its neighbors.
    weights[at] = isSameContent ? Math.min(1, (count * 4) / (cell * cell)) : 0;
  }
  return grid;
}

/** Averages each known cell with its known neighbors, against noise and small differences of content. */
function smoothCells(grid: Grid): Grid {
  const { columns, rows, weights } = grid;
  const values = new Float32Array(grid.values.length);
  for (let at = 0; at < weights.length; at++) {
    if (weights[at] === 0) continue;
    const [row, column] = [Math.floor(at / columns), at % columns];
    let total = 0;
    for (let y = Math.max(0, row - 1); y <= Math.min(rows - 1, row + 1); y++) {
      for (let x = Math.max(0, column - 1); x <= Math.min(columns - 1, column + 1); x++) {
        const from = y * columns + x;
        const weight = weights[from] ?? 0;
        total += weight;
        for (let channel = 0; channel < 3; channel++)
          values[at * 3 + channel] =
            (values[at * 3 + channel] ?? 0) + weight * (grid.values[from * 3 + channel] ?? 0);
      }
    }
    for (let channel = 0; channel < 3; channel++)
      values[at * 3 + channel] = (values[at * 3 + channel] ?? 0) / total;
  }
  return { ...grid, values };
}

function applyGrid({ result, mask }: Repaint, shifts: Grid): void {
  const { data, width, height } = result;
  const line = new Float32Array(width * 3);
  for (let y = 0, pixel = 0; y < height; y++) {
    sampleRow(shifts, (y + 0.5) / shifts.cell, { line, step: 1 / shifts.cell });
    for (let x = 0; x < width; x++, pixel++) {
      if ((mask.data[pixel] ?? 0) < white) continue;
      for (let channel = 0; channel < 3; channel++) {
        const at = pixel * 4 + channel;
        const value = (data[at] ?? 0) + (line[x * 3 + channel] ?? 0);
        data[at] = Math.round(Math.min(255, Math.max(0, value)));
      }
    }
  }
}

function applyLines({ result: { data }, mask }: Repaint, shifts: readonly Shift[]): void {
  for (const [channel, { offset, contrast }] of shifts.entries()) {
    const shiftedValues = Uint8ClampedArray.from(
      { length: 256 },
      (_, value) => value + offset + contrast * value,
    );
    for (let pixel = 0, at = channel; pixel < mask.data.length; pixel++, at += 4)
      if ((mask.data[pixel] ?? 0) >= white) data[at] = shiftedValues[data[at] ?? 0] ?? 0;
  }
}
