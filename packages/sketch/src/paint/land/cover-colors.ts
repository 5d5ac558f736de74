/** The color of each cover of the land. */
import type { Cover } from '../../scene/scene.ts';
import { type Rgb, smooth } from '../../raster/colors.ts';
import { noise, ridgeField, softField } from '../../raster/noise.ts';
import type { GroundPoints } from './ground-points.ts';

/** Red, green and blue, in an array that is quick to read. */
export type Color = Float64Array;

export function toColor(color: Rgb): Color {
  return Float64Array.from(color);
}

/** Moves the color of a point towards another. */
// oxlint-disable-next-line max-params -- Called for every pixel, where an object would cost as much as the color.
export function blend(colors: Float32Array, index: number, color: Color, share: number): void {
  const offset = index * 3;
  colors[offset] += (color[0] - colors[offset]) * share;
  colors[offset + 1] += (color[1] - colors[offset + 1]) * share;
  colors[offset + 2] += (color[2] - colors[offset + 2]) * share;
}

export interface CoverTones {
  readonly grass: Color;
  readonly foliage: Color;
  readonly soil: Color;
  readonly rock: Color;
}

export type CoverColors = (points: GroundPoints, tones: CoverTones) => void;

const freshSnow = toColor([238, 243, 250]);
const dust = toColor([176, 174, 172]);
const lightNet = toColor([255, 255, 236]);
const crack = toColor([34, 22, 18]);
const pavingGap = toColor([30, 30, 36]);

export const coverColors: Record<Cover, CoverColors> = {
  grass: layGrass,
  meadow: layGrass,
  forest: layForest,
  sand: laySand,
  snow: (points, _tones) => layPlain(points, freshSnow, { wide: 0.25, fine: 0.22 }),
  rock: (points, { rock }) => layPlain(points, rock, { wide: 1, fine: 1.4 }),
  moon: (points, _tones) => layPlain(points, dust, { wide: 0.8, fine: 0.9 }),
  floor: (points, { soil }) => layPlain(points, soil, { wide: 1, fine: 1 }),
  seabed: laySeabed,
  wood: layWood,
  paving: layPaving,
};

function chooseTone(wide: number, fine: number): number {
  return 1 + fine * 0.16 + wide * 0.14;
}

// oxlint-disable-next-line max-params -- Called for every pixel, where an object would cost as much as the color.
function setColor(colors: Float32Array, index: number, color: Color, tone: number): void {
  const offset = index * 3;
  colors[offset] = color[0] * tone;
  colors[offset + 1] = color[1] * tone;
  colors[offset + 2] = color[2] * tone;
}

/** Gives all points one color, varied by noise. `rough` has the strength of its two parts. */
function layPlain(
  { count, wide, fine, colors }: GroundPoints,
  color: Color,
  rough: { wide: number; fine: number },
): void {
  for (let index = 0; index < count; index++)
    setColor(colors, index, color, chooseTone(wide[index] * rough.wide, fine[index] * rough.fine));
}

function layGrass({ count, z, wide, fine, colors }: GroundPoints, tones: CoverTones): void {
  for (let index = 0; index < count; index++) {
    const [broad, close] = [wide[index], fine[index]];
    setColor(colors, index, tones.grass, chooseTone(broad, close));
    blend(colors, index, tones.foliage, smooth(-0.1, 0.75, broad + close * 0.3) * 0.55);
    blend(colors, index, tones.soil, smooth(0.5, 1.05, -broad + close * 0.5) * 0.5);
    if (z[index] > 300) blend(colors, index, tones.foliage, smooth(300, 1200, z[index]) * 0.6);
  }
}

function layForest({ count, z, wide, fine, colors }: GroundPoints, tones: CoverTones): void {
  for (let index = 0; index < count; index++) {
    const [broad, close] = [wide[index], fine[index]];
    setColor(colors, index, tones.foliage, chooseTone(broad, close));
    const nearness = smooth(90, 25, z[index]);
    if (nearness > 0) blend(colors, index, tones.soil, smooth(0.75, -0.35, broad - close) * 0.4 * nearness);
  }
}

function laySand({ count, x, z, wide, fine, colors }: GroundPoints, { soil }: CoverTones): void {
  for (let index = 0; index < count; index++) {
    const broad = wide[index];
    const nearness = smooth(60, 8, z[index]);
    const ripple =
      nearness > 0 ? noise(x[index] * 0.35 + broad * 6, z[index] * 1.6 + broad * 9) * nearness : 0;
    setColor(colors, index, soil, chooseTone(broad * 0.5, fine[index] * 0.35 + ripple * 0.4));
  }
}

function laySeabed({ count, x, z, wide, fine, colors }: GroundPoints, { soil }: CoverTones): void {
  for (let index = 0; index < count; index++) {
    setColor(colors, index, soil, chooseTone(wide[index], fine[index]));
    const scale = 2.2 + z[index] * 0.12;
    const net = ridgeField(x[index] / (scale * 2.4) + wide[index] * 0.05, z[index] / (scale * 3.6));
    blend(colors, index, lightNet, smooth(0.55, 0.95, net) * 0.38);
  }
}

function layWood({ count, x, z, fine, colors }: GroundPoints, { soil }: CoverTones): void {
  for (let index = 0; index < count; index++) {
    const [across, deep] = [x[index], z[index]];
    const plank = Math.floor(across / 0.16 + 100);
    const grain = softField(plank * 0.37 + across * 1.6, deep * 0.22 + plank * 0.13);
    const fibre = noise(across * 130, deep * 4 + plank * 9);
    const joint = Math.abs((((across / 0.16 + 100) % 1) - 0.5) * 2);
    const plankTone = grain * 1.4 + (plank % 3) * 0.18 - 0.18;
    setColor(colors, index, soil, chooseTone(plankTone, fine[index] * 0.3 + fibre * 0.5));
    blend(colors, index, crack, smooth(0.95, 1, joint) * 0.6);
  }
}

function layPaving({ count, x, z, wide, fine, colors }: GroundPoints, { rock }: CoverTones): void {
  for (let index = 0; index < count; index++) {
    setColor(colors, index, rock, chooseTone(wide[index] * 0.4, fine[index] * 0.5));
    const nearness = smooth(40, 6, z[index]);
    if (nearness === 0) continue;
    const jointDistance = Math.abs(((z[index] / 1.2) % 1) - 0.5);
    const joint = Math.min(jointDistance, Math.abs(((x[index] / 1.2 + 500) % 1) - 0.5));
    blend(colors, index, pavingGap, smooth(0.06, 0, joint) * 0.3 * nearness);
  }
}
