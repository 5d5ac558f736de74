/**
 * Water: a mirror of the scene behind it, broken by waves. It has its own color where one looks down
 * into it, and a glittering path of light below sun or moon. The same function paints stills and the
 * frames of clips.
 */
import { type Canvas, createCanvas } from '@napi-rs/canvas';
import { clamp, smooth } from '../../raster/colors.ts';
import { noise, ridgeField, softField } from '../../raster/noise.ts';
import type { Layer } from '../stage/layers.ts';
import { mirrorBelow } from './mirror.ts';
import type { Stage } from '../stage/stage.ts';
import type { Terrain } from './terrain.ts';
import { waterBand } from './terrain-walk.ts';

export interface WaterView {
  /** Rows that hold water: from `top` to `bottom`. */
  readonly top: number;
  readonly bottom: number;
  /** 255 where there is water, row by row from `top`. */
  readonly mask: Uint8Array;
  /** RGBA at the size of the stage: above `top` the picture, below it its mirror image on still water. */
  readonly mirror: Uint8ClampedArray;
}

/** Returns the rows that hold water, or undefined if no water is visible. */
export function waterRows({ width }: Stage, terrain: Terrain): { top: number; bottom: number } | undefined {
  const firstPixel = terrain.bands.indexOf(waterBand);
  if (firstPixel < 0) return undefined;
  const lastPixel = terrain.bands.lastIndexOf(waterBand);
  return { top: Math.floor(firstPixel / width), bottom: Math.floor(lastPixel / width) + 1 };
}

/** `picture` shows the `layers` that are mirrored, on the sky. */
export function viewWater(
  stage: Stage,
  terrain: Terrain,
  behind: { picture: Canvas; layers: readonly Layer[]; top: number; bottom: number },
): WaterView {
  const { width } = stage;
  const { top, bottom } = behind;
  const mask = new Uint8Array(width * (bottom - top));
  for (let index = 0; index < mask.length; index++)
    mask[index] = terrain.bands[top * width + index] === waterBand ? 255 : 0;
  return { top, bottom, mask, mirror: mirrorBelow(stage, terrain, behind) };
}

export interface WaterMoment {
  readonly seconds: number;
  /** Pixel columns that share one computation: waves are wide, so 2 is hardly seen in motion. */
  readonly coarse: number;
}

/** Paints into RGBA pixels of `width / coarse` by `bottom - top`. */
export function fillWater(
  stage: Stage,
  view: WaterView,
  target: { pixels: Uint8ClampedArray } & WaterMoment,
): void {
  const tint = chooseWaterColor(stage);
  const isFoaming = roughness(stage) > 0.9;
  for (let row = view.top; row < view.bottom; row++) {
    fillRow(stage, view, { row, target, tint });
    if (isFoaming) foamRow(stage, view, { row, target });
  }
}

/** One row of pixels, and the picture that it is part of. */
interface WaterRow {
  row: number;
  target: { pixels: Uint8ClampedArray } & WaterMoment;
}

function fillRow(
  stage: Stage,
  view: WaterView,
  { row, target, tint }: WaterRow & { tint: readonly [number, number, number] },
): void {
  const { scene, width, unit } = stage;
  const { camera, light, terrain } = scene;
  const { pixels, seconds, coarse } = target;
  const columns = Math.floor(width / coarse);
  const waveStrength = roughness(stage);
  const seed = (terrain.seed & 255) * 0.13;
  const glow = stage.tones.glow;
  const shining = light.body === 'none' ? 0 : light.y < camera.horizon ? 1 : 0.4;
  const lastRow = stage.height - 1;
  const depth = distanceBelowHorizon(stage, row);
  const z = (camera.focal * camera.altitude) / depth;
  const length = clamp(z * 0.09, camera.altitude * 0.16, camera.altitude * 7);
  // Waves look as long as they are far off, so rows follow the logarithm of the depth.
  const rowWave = Math.log(z) * 11;
  const steepness = clamp(depth / 0.5, 0, 1);
  const ownShare = 0.16 + 0.6 * steepness ** 0.75;
  const sway = unit * waveStrength * (0.004 + 0.03 * steepness);
  const pathWidth = 0.016 + depth * (0.2 + 0.14 * waveStrength);
  const rowGlint = Math.log(z) * 21 + seconds * 1.3;
  for (let column = 0; column < columns; column++) {
    const pixelColumn = column * coarse;
    const index = (row - view.top) * width + pixelColumn;
    const to = ((row - view.top) * columns + column) * 4;
    if (view.mask[index] === 0 && (coarse === 1 || view.mask[index + 1] === 0)) {
      pixels[to + 3] = 0;
      continue;
    }
    const x = (pixelColumn / unit + stage.left - scene.aspect / 2) * (z / camera.focal);
    const swell = noise(x / (length * 2.4) + seed + seconds * 0.22, rowWave * 0.9 - seconds * 0.5);
    const ripple = noise(x / (length * 0.85) - seconds * 0.35, rowWave * 2.7 + seed + seconds * 0.75);
    const wave = swell * 0.6 + ripple * 0.4;
    const sourceRow = clamp(Math.round(row + Math.abs(wave) * sway * 1.6), view.top, lastRow);
    const sourceColumn = clamp(Math.round(pixelColumn + ripple * sway * 0.8), 0, width - 1);
    const sourceOffset = (sourceRow * width + sourceColumn) * 4;
    const tilt = clamp(ownShare + wave * 0.2 * waveStrength, 0, 0.92);
    const lift = 1 + wave * 0.1 * waveStrength;
    let r = (view.mirror[sourceOffset] * (1 - tilt) + tint[0] * tilt) * lift;
    let g = (view.mirror[sourceOffset + 1] * (1 - tilt) + tint[1] * tilt) * lift;
    let b = (view.mirror[sourceOffset + 2] * (1 - tilt) + tint[2] * tilt) * lift;
    if (shining > 0) {
      const offset = (pixelColumn / unit + stage.left - light.x) / pathWidth;
      const inPath = Math.exp(-offset * offset) * shining;
      if (inPath > 0.02) {
        const glint =
          noise((x / z) * 46 + seed + seconds * 0.6, rowGlint) * 0.6 +
          noise((x / z) * 150 - seconds, rowGlint * 2.3) * 0.4;
        const sparkle = smooth(0.3 - inPath * 0.5, 0.62 - inPath * 0.3, glint + wave * 0.3);
        const strength = Math.min(1, inPath * (0.1 + 0.95 * sparkle)) * (1 - steepness * 0.3);
        r += (glow[0] - r) * strength;
        g += (glow[1] - g) * strength;
        b += (glow[2] - b) * strength;
      }
    }
    pixels[to] = r;
    pixels[to + 1] = g;
    pixels[to + 2] = b;
    pixels[to + 3] = 255;
  }
}

/** Returns the color of the water itself, seen from above. */
function chooseWaterColor({ tones }: Stage): readonly [number, number, number] {
  const channel = (index: 0 | 1 | 2) => tones.water[index] * (tones.unlit[index] + tones.lit[index]) * 0.62;
  return [channel(0), channel(1), channel(2)];
}

function roughness({ scene }: Stage): number {
  return clamp(0.35 + scene.terrain.waves * 1.6, 0.2, 2.2);
}

/** Returns the distance of a row of water below the horizon, in picture units. */
function distanceBelowHorizon({ scene, unit, top }: Stage, row: number): number {
  return Math.max(0.0012, (row + 0.5) / unit + top - scene.camera.horizon);
}

/** Adds white caps where the water is rough. */
function foamRow(stage: Stage, view: WaterView, { row, target }: WaterRow): void {
  const { scene, unit } = stage;
  const { seconds } = target;
  const columns = Math.floor(stage.width / target.coarse);
  const seed = (scene.terrain.seed & 255) * 0.13;
  const z = (scene.camera.focal * scene.camera.altitude) / distanceBelowHorizon(stage, row);
  const length = clamp(z * 0.3, scene.camera.altitude * 1.2, 60);
  const strength = clamp(scene.terrain.waves - 0.3, 0, 0.8);
  for (let column = 0; column < columns; column++) {
    const to = ((row - view.top) * columns + column) * 4;
    if (target.pixels[to + 3] === 0) continue;
    const x = ((column * target.coarse) / unit + stage.left - scene.aspect / 2) * (z / scene.camera.focal);
    const crest = ridgeField(x / (length * 5) + seed + seconds * 0.012, Math.log(z) * 1.6 - seconds * 0.05);
    const breakup = softField(x / length, Math.log(z) * 5.5 + seconds * 0.06);
    const foam = smooth(0.66, 0.9, crest + breakup * 0.2) * strength;
    for (let channel = 0; channel < 3; channel++)
      target.pixels[to + channel] += (235 - target.pixels[to + channel]) * foam * 0.8;
  }
}

export function paintWater(stage: Stage, view: WaterView): Canvas {
  const canvas = createCanvas(stage.width, view.bottom - view.top);
  const context = canvas.getContext('2d');
  const image = context.createImageData(canvas.width, canvas.height);
  fillWater(stage, view, { pixels: image.data, seconds: 0, coarse: 1 });
  context.putImageData(image, 0, 0);
  return canvas;
}
