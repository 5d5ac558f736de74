/** Ranges of mountains, hills, woods, dunes and mesas, each rising about a depth. */
import type { Range } from '../scene/scene.ts';
import { smooth } from '../raster/colors.ts';
import type { LandRow } from './land-row.ts';
import { fbm, noise, puffField, ridgeField, softField } from '../raster/noise.ts';

/** Raises the land of a row to a range's. */
export function raiseRange(row: LandRow, range: Range): void {
  const distance = Math.log(row.z / range.z) * (range.kind === 'dunes' ? 1.5 : 2.2);
  if (distance < -1.5 || distance > 1.6) return;
  const { height } = range;
  const floor = Math.abs(distance) < 0.5 ? height * 0.012 : -height * 0.12;
  const profile = new Float64Array(row.x.length);
  profiles[range.kind](row, range, profile);
  liftTo(row.heights, profile, { height, rise: Math.exp(-distance * distance * 1.8), floor });
}

function liftTo(
  heights: Float64Array,
  profile: Float64Array,
  { height, rise, floor }: { height: number; rise: number; floor: number },
): void {
  for (let index = 0; index < heights.length; index++)
    heights[index] = Math.max(heights[index], floor, height * (rise * profile[index] - 0.12));
}

/** Writes shares of the range's height. */
type Profile = (row: LandRow, range: Range, out: Float64Array) => void;

const profiles: Record<Range['kind'], Profile> = {
  mountains: fillMountains,
  hills: fillHills,
  forest: fillForest,
  dunes: fillDunes,
  mesas: fillMesas,
};

/** What makes ranges of the same kind differ. */
function chooseShift({ seed }: Range): number {
  return ((seed >>> 3) & 1023) / 1023;
}

function fillMountains({ x, z }: LandRow, range: Range, out: Float64Array): void {
  const shift = chooseShift(range);
  const length = range.height * 7;
  for (let index = 0; index < x.length; index++) {
    const across = x[index];
    const bulk = 0.62 + 0.5 * noise(across / (range.height * 2.4) + shift * 50, shift * 9);
    const bend = softField(across / (length * 0.7), z / (length * 0.7) + shift) * 0.05;
    const crest = ridgeField(across / length + shift + bend, z / length + shift * 7 + bend);
    out[index] = bulk * (0.16 + 1.02 * crest);
  }
}

function fillHills({ x, z }: LandRow, range: Range, out: Float64Array): void {
  const shift = chooseShift(range);
  const length = range.height * 5;
  for (let index = 0; index < x.length; index++)
    out[index] = 0.5 + 0.55 * fbm(x[index] / length + shift * 40, z / (length * 1.6) + shift * 11, 3);
}

function fillForest({ x, z }: LandRow, range: Range, out: Float64Array): void {
  const shift = chooseShift(range);
  const length = range.height * 6;
  const crown = Math.max(4, range.z * 0.011);
  for (let index = 0; index < x.length; index++) {
    const across = x[index];
    const swell = 0.42 + 0.5 * fbm(across / length + shift * 30, z / (length * 1.6) + shift, 2);
    const spike = puffField(across / (crown * 9), z / (crown * 22) + shift);
    const tips = spike * 1.5 + noise(across / (crown * 0.33), z / crown) * 0.42;
    out[index] = swell + (tips * crown) / range.height;
  }
}

function fillDunes({ x, z }: LandRow, range: Range, out: Float64Array): void {
  const shift = chooseShift(range);
  const length = range.height * 4.5;
  for (let index = 0; index < x.length; index++) {
    const across = x[index];
    const bend = noise(across / (length * 2.2) + shift * 20, z / (length * 3)) * 1.4;
    const wave = ((((across * 0.35 + z * 0.3) / length + bend + shift * 9) % 1) + 1) % 1;
    const crest = wave < 0.72 ? smooth(-0.15, 0.72, wave) : 1 - smooth(0.72, 1.02, wave);
    const broad = noise(across / (length * 1.7), z / length + shift * 5);
    out[index] = 0.25 + 0.75 * crest * (0.65 + 0.4 * broad);
  }
}

function fillMesas({ x, z }: LandRow, range: Range, out: Float64Array): void {
  const shift = chooseShift(range);
  const length = range.height * 5;
  for (let index = 0; index < x.length; index++) {
    const bulk = fbm(x[index] / length + shift * 30, z / (length * 2) + shift * 5, 3);
    const steps = 0.66 * smooth(0.05, 0.14, bulk) + 0.3 * smooth(0.3, 0.36, bulk);
    out[index] = 0.12 + steps + 0.12 * Math.max(0, bulk);
  }
}
