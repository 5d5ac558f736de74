/** The land in the pixels of one column: its color in the light that falls on it, seen through the air. */
import { clamp, smooth } from '../../raster/colors.ts';
import { colorGround, type GroundColors, chooseGroundColors } from './ground-colors.ts';
import type { GroundPoints } from './ground-points.ts';
import type { Stage } from '../stage/stage.ts';

/** The light on the ground of a scene, and the air between it and the eye. */
export interface GroundLight {
  readonly colors: GroundColors;
  /** Multipliers of red, green and blue in full light. */
  readonly lit: Float64Array;
  /** Multipliers of red, green and blue in full shade. */
  readonly unlit: Float64Array;
  /** The strength of mist in low places, 0 … 1. */
  readonly mist: number;
  /** Meters after which haze takes 63 % of a color. */
  readonly visibility: number;
  /** Whether light and shade have a sharp border, as in anime. */
  readonly isFlat: boolean;
}

/** The light and air that all pixels of a column share. */
interface Air {
  /** The nearness of the column to the light source, 0 (far or no source) … 1 (straight below it). */
  readonly nearLight: number;
  /** The color of haze. */
  readonly haze: Float64Array;
}

export function createGroundLight(stage: Stage): GroundLight {
  const { light, look, time, weather } = stage.scene;
  return {
    colors: chooseGroundColors(stage),
    lit: Float64Array.from(stage.tones.lit),
    unlit: Float64Array.from(stage.tones.unlit),
    mist: weather === 'fog' ? 0.9 : time === 'dawn' ? 0.55 : 0.25,
    visibility: light.visibility,
    isFlat: look.anime ?? false,
  };
}

export function paintGround(
  pixels: Uint8ClampedArray,
  points: GroundPoints,
  options: { stage: Stage; light: GroundLight; column: number },
): void {
  colorGround(points, options.light.colors);
  paintLit(pixels, points, { ...options.light, ...createAir(options.stage, options.column) });
}

function createAir({ scene, tones, unit, left }: Stage, column: number): Air {
  const { light, time } = scene;
  const dx = column / unit + left - light.x;
  const nearLight = light.body === 'none' ? 0 : Math.exp(-dx * dx * 4);
  const warmth = nearLight * (time === 'dusk' || time === 'night' ? 0.12 : 0.55);
  const haze = Float64Array.from(
    tones.haze,
    (value, channel) => value + (tones.glow[channel] - value) * warmth,
  );
  return { nearLight, haze };
}

function paintLit(
  pixels: Uint8ClampedArray,
  points: GroundPoints,
  { lit, unlit, haze, nearLight, mist, visibility, isFlat }: GroundLight & Air,
): void {
  for (let index = 0; index < points.count; index++) {
    const z = points.z[index];
    let bright = clamp(0.12 + points.lit[index] * 0.95 + nearLight * 0.22 * smooth(2, 30, z), 0, 1.15);
    if (isFlat) bright = 0.25 + 0.7 * smooth(0.3, 0.42, bright) + bright * 0.1;
    const farShare = smooth(40, 900, z);
    const mistShare =
      farShare === 0 ? 0 : Math.exp(-Math.max(0, points.height[index]) / (18 + z * 0.02)) * mist * farShare;
    const hazeShare = clamp(1 - Math.exp(-z / visibility) + mistShare * 0.55, 0, 0.97);
    const target = points.pixels[index] * 4;
    for (let channel = 0; channel < 3; channel++) {
      const color = points.colors[index * 3 + channel];
      const litValue = color * (unlit[channel] + (lit[channel] - unlit[channel]) * bright);
      pixels[target + channel] = litValue + (haze[channel] - litValue) * hazeShare;
    }
    pixels[target + 3] = 255;
  }
}
