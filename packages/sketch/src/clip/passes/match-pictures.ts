/**
 * Matches the parts of two pictures: a smooth field of shifts that brings similar brightness and colors
 * together.
 */
import { labAt, makeSmall, type SmallPicture } from '../../references/small-picture.ts';
import type { Pixels } from '../../raster/raw-picture.ts';

/** Shifts in shares of the picture's width and height, row by row. */
export interface Shifts {
  readonly columns: number;
  readonly rows: number;
  readonly x: Float32Array;
  readonly y: Float32Array;
}

interface Features {
  readonly width: number;
  readonly height: number;
  /** Brightness and colors, evened out so that a dark and a light picture can be compared. */
  readonly values: Float32Array;
}

const columns = 40;
/** The largest shift, as a share of the width. */
const reach = 0.16;

export function matchPictures(from: Pixels, to: Pixels): Shifts {
  const [one, other] = [findFeatures(makeSmall(from)), findFeatures(makeSmall(to))];
  const rows = Math.max(4, Math.round((columns * one.height) / one.width));
  let shifts: Shifts = {
    columns,
    rows,
    x: new Float32Array(columns * rows),
    y: new Float32Array(columns * rows),
  };
  // Rounds go from coarse to fine: each one searches around the smoothed result of the last one.
  for (const [step, window] of [
    [0.05, 0.1],
    [0.022, 0.07],
    [0.01, 0.05],
  ] as const)
    shifts = smoothShifts(smoothShifts(improveShifts({ one, other }, shifts, { step, window })));
  return fixEdges(shifts);
}

function findFeatures(small: SmallPicture): Features {
  const { width, height } = small;
  const count = width * height;
  const means = [0, 0, 0];
  const squares = [0, 0, 0];
  for (let at = 0; at < count; at++)
    labAt(small, at).forEach((value, channel) => {
      means[channel] += value / count;
      squares[channel] += (value * value) / count;
    });
  const spread = squares.map((square, channel) => Math.sqrt(Math.max(1e-4, square - means[channel] ** 2)));
  const values = new Float32Array(count * 3);
  for (let at = 0; at < count; at++)
    labAt(small, at).forEach((value, channel) => {
      const normalizedValue = (value - means[channel]) / spread[channel];
      values[at * 3 + channel] = channel === 0 ? normalizedValue : normalizedValue * 0.45;
    });
  return { width, height, values };
}

function improveShifts(
  pictures: { one: Features; other: Features },
  before: Shifts,
  options: { step: number; window: number },
): Shifts {
  const x = new Float32Array(before.x);
  const y = new Float32Array(before.y);
  for (let at = 0; at < x.length; at++) {
    const position = {
      x: ((at % columns) + 0.5) / columns,
      y: (Math.floor(at / columns) + 0.5) / before.rows,
    };
    let least = Infinity;
    for (let down = -2; down <= 2; down++)
      for (let right = -2; right <= 2; right++) {
        const shift = { x: before.x[at] + right * options.step, y: before.y[at] + down * options.step };
        if (Math.hypot(shift.x, shift.y) > reach) continue;
        const distancePenalty = (shift.x ** 2 + shift.y ** 2) * 9 + (right ** 2 + down ** 2) * 0.004;
        const cost = dissimilarity(pictures, { position, shift, window: options.window }) + distancePenalty;
        if (cost >= least) continue;
        least = cost;
        x[at] = shift.x;
        y[at] = shift.y;
      }
  }
  return { ...before, x, y };
}

interface Spot {
  readonly x: number;
  readonly y: number;
}

function dissimilarity(
  { one, other }: { one: Features; other: Features },
  place: { position: Spot; shift: Spot; window: number },
): number {
  let sum = 0;
  for (let down = -2; down <= 2; down++)
    for (let right = -2; right <= 2; right++) {
      const x = place.position.x + (right / 2) * place.window;
      const y = place.position.y + (down / 2) * place.window;
      const from = toIndex(one, x, y);
      const to = toIndex(other, x + place.shift.x, y + place.shift.y);
      for (let channel = 0; channel < 3; channel++)
        sum += Math.min(1.6, Math.abs(one.values[from + channel] - other.values[to + channel]));
    }
  return sum / 75;
}

function toIndex({ width, height }: Features, x: number, y: number): number {
  const column = Math.min(width - 1, Math.max(0, Math.floor(x * width)));
  const row = Math.min(height - 1, Math.max(0, Math.floor(y * height)));
  return (row * width + column) * 3;
}

function smoothShifts(shifts: Shifts): Shifts {
  const mean = (values: Float32Array) =>
    values.map((_, index) => {
      const column = index % columns;
      const row = Math.floor(index / columns);
      let sum = 0;
      for (let down = -2; down <= 2; down++)
        for (let right = -2; right <= 2; right++) {
          const y = Math.min(shifts.rows - 1, Math.max(0, row + down));
          sum += values[y * columns + Math.min(columns - 1, Math.max(0, column + right))];
        }
      return sum / 25;
    });
  return { ...shifts, x: mean(shifts.x), y: mean(shifts.y) };
}

/** Removes the shifts at the edges of the picture. */
function fixEdges(shifts: Shifts): Shifts {
  const { rows } = shifts;
  const hold = (index: number, count: number) =>
    Math.min(1, (Math.min(index, count - 1 - index) / count) * 6);
  const x = shifts.x.map((value, index) => value * hold(index % columns, columns));
  const y = shifts.y.map((value, index) => value * hold(Math.floor(index / columns), rows));
  return { ...shifts, x, y };
}
