/**
 * Fills a part of a picture from its surroundings: each row continues from both ends, mirrored, so that
 * skies, shores and grounds keep their levels, and the two meet on a ragged line.
 */
import { smooth } from '../../raster/colors.ts';
import { noise } from '../../raster/noise.ts';
import type { Border } from './paper-border.ts';
import type { Mask } from '../../paint/patches.ts';
import type { RawPicture } from '../../raster/raw-picture.ts';

export interface Hole {
  /** The pixels with a share above 0 are replaced. */
  readonly mask: Mask;
  readonly candidate: number;
  readonly seed: number;
  /** Free paper, of which nothing may come into the picture; the hole does not reach into it. */
  readonly border: Border;
}

interface Run {
  readonly row: number;
  /** First column of the hole, and the first after it. */
  readonly from: number;
  readonly to: number;
}

/** The reach around the hole from which it is filled, as a share of the picture's width. */
const reachShare = 0.06;

type Rgb = readonly [number, number, number];

export function fillHole(picture: RawPicture, { mask, candidate, seed, border }: Hole): RawPicture {
  const data = new Uint8Array(picture.data);
  const shift = (seed & 255) + candidate * 41;
  const bounds = { left: border.left, right: picture.width - border.right };
  let rowAbove: number | undefined;
  for (let row = 0; row < picture.height; row++) {
    const runs = findRuns(mask, row);
    const isOpen = runs.every(run => run.from > bounds.left || run.to < bounds.right);
    if (isOpen) for (const run of runs) fillRun(data, picture, { run, shift, border });
    else copyRow(data, picture.width, { from: rowAbove ?? openRow(mask, row, bounds), to: row });
    if (isOpen) rowAbove = row;
  }
  return { data, width: picture.width, height: picture.height };
}

function findRuns({ shares, width }: Mask, row: number): Run[] {
  const runs: Run[] = [];
  let from = -1;
  for (let column = 0; column <= width; column++) {
    const isIn = column < width && shares[row * width + column] > 0;
    if (isIn && from < 0) from = column;
    if (isIn || from < 0) continue;
    runs.push({ row, from, to: column });
    from = -1;
  }
  return runs;
}

/** Replaces a row that is completely in the hole by the nearest row that is not. */
function copyRow(data: Uint8Array, width: number, { from, to }: { from: number; to: number }): void {
  data.copyWithin(to * width * 4, from * width * 4, (from + 1) * width * 4);
}

function openRow(
  { shares, width, height }: Mask,
  after: number,
  to: { left: number; right: number },
): number {
  for (let row = after; row < height; row++)
    if (shares[row * width + to.left] === 0 || shares[row * width + to.right - 1] === 0) return row;
  return after;
}

function fillRun(
  data: Uint8Array,
  picture: RawPicture,
  { run, shift, border }: { run: Run; shift: number; border: Border },
): void {
  const { width } = picture;
  const { row, from, to } = run;
  const length = to - from;
  const end = width - border.right;
  const level = insideRow(row, picture.height, border);
  const left =
    from > border.left ? edgeColor(picture, { row, column: from - 1, step: -1, border }) : undefined;
  const right = to < end ? edgeColor(picture, { row, column: to, step: 1, border }) : undefined;
  const scale = 1 / (width * 0.05);
  const meet = left && right ? meetingPlace(picture, run) : 0.5;
  for (let column = from; column < to; column++) {
    const place = (column - from + 0.5) / length;
    const roughness =
      noise(row * scale + shift, column * scale * 0.4) * 0.3 + noise(row * scale * 4, shift) * 0.08;
    const share = !left
      ? 1
      : !right
        ? 0
        : smooth(meet - 0.12, meet + 0.12, place + roughness * Math.min(meet, 1 - meet) * 2);
    const turn = !left ? 1 : !right ? 0 : smooth(0, 1, place);
    const one =
      left &&
      mirroredColumn(picture, { row: level, edge: from - 1, away: column - from, room: from - border.left });
    const other =
      right && mirroredColumn(picture, { row: level, edge: to, away: to - 1 - column, room: to - end });
    for (let channel = 0; channel < 3; channel++) {
      const base = (left?.[channel] ?? 0) * (1 - turn) + (right?.[channel] ?? 0) * turn;
      const form =
        (one && left ? (picture.data[one + channel] - left[channel]) * (1 - share) : 0) +
        (other && right ? (picture.data[other + channel] - right[channel]) * share : 0);
      data[(row * width + column) * 4 + channel] = Math.max(0, Math.min(255, base + form));
    }
  }
}

/** The seam, 0 … 1 from the left. It is nearer to an end with a thing, so that the thing is not repeated. */
function meetingPlace(picture: RawPicture, { row, from, to }: Run): number {
  const { width, height, data } = picture;
  const room = Math.ceil(width * reachShare);
  const liveliness = (column: number, step: 1 | -1): number => {
    let sum = 0;
    for (const down of [-0.06, -0.03, 0, 0.03, 0.06]) {
      const line = Math.max(0, Math.min(height - 1, Math.round(row + down * height)));
      for (let distance = 3; distance < room; distance += 2) {
        const at = column + distance * step;
        if (at < 0 || at >= width) break;
        const before = (line * width + at - 3 * step) * 4;
        sum += Math.abs(data[(line * width + at) * 4] - data[before]);
      }
    }
    return sum / room;
  };
  const [left, right] = [liveliness(from - 1, -1), liveliness(to, 1)];
  return 0.5 - (0.4 * (left - right)) / (left + right + 4);
}

/** Mean over some pixels before the edge and some rows about it. */
function edgeColor(
  { data, width, height }: RawPicture,
  place: { row: number; column: number; step: 1 | -1; border: Border },
): Rgb {
  const { border } = place;
  const sum: [number, number, number] = [0, 0, 0];
  const reach = Math.max(2, Math.round(height / 120));
  let count = 0;
  const middle = insideRow(place.row, height, border);
  const last = Math.min(height - 1 - border.bottom, middle + reach);
  for (let row = Math.max(border.top, middle - reach); row <= last; row++)
    for (let distance = 0; distance < reach * 2; distance++) {
      const column = place.column + distance * place.step;
      if (column < border.left || column >= width - border.right) break;
      for (const channel of [0, 1, 2] as const) sum[channel] += data[(row * width + column) * 4 + channel];
      count++;
    }
  return [sum[0] / count, sum[1] / count, sum[2] / count];
}

function insideRow(row: number, height: number, { top, bottom }: Border): number {
  return Math.max(top, Math.min(height - 1 - bottom, row));
}

/**
 * Returns the column that is copied, going back and forth before the edge. `room` is how far it reaches,
 * negative to the right.
 */
function mirroredColumn(
  { width }: RawPicture,
  place: { row: number; edge: number; away: number; room: number },
): number {
  const room = Math.min(Math.abs(place.room), Math.ceil(width * reachShare));
  const swing = place.away % (room * 2);
  const distance = Math.min(room - 1, swing < room ? swing : room * 2 - 1 - swing);
  return (place.row * width + place.edge + (place.room > 0 ? -distance : distance)) * 4;
}
