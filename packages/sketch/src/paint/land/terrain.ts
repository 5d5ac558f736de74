/**
 * The land as the camera sees it: every column of pixels is walked from near to far over the height map, and what
 * rises above what was seen before is coloured and lit. The result is kept by bands of depth, so that things can
 * stand between them.
 */
import type { Canvas } from '@napi-rs/canvas';
import { clamp, smooth } from '../../raster/colors.ts';
import { createGroundColor } from './ground-colors.ts';
import { createLand, type Land } from '../../land/land.ts';
import { canvasFrom } from '../../raster/pixels.ts';
import { type ColumnStrip, openColumnStrip } from './column-strip.ts';
import { lightSide, type Stage, viewOf } from '../stage/stage.ts';

export const bandCount = 9;
const noBand = 255;
export const waterBand = 254;
/** The alpha of RGBA that is read as one number. */
const opaque = new Int32Array(Uint8Array.of(0, 0, 0, 255).buffer)[0]!;

export interface Terrain {
  /** Colours, with the share of the pixel that is covered as alpha. */
  readonly pixels: Uint8ClampedArray;
  /** Band of each pixel: 0 nearest; `waterBand` and sky apart. */
  readonly bands: Uint8Array;
  /** Row in which the water's plane lies at the depth of each pixel: about it the pixel is mirrored. The horizon's for the sky. */
  readonly levels: Int16Array;
  /** Depth at which each band begins, and the end of the last. */
  readonly depths: readonly number[];
  readonly land: Land;
}

export function viewTerrain(stage: Stage): Terrain {
  const { width, height, scene } = stage;
  const land = createLand(scene);
  const { depths, nearest } = stepDepths(stage);
  const bandDepths = Array.from(
    { length: bandCount + 1 },
    (_, band) => nearest * (depths.at(-1)! / nearest) ** (band / bandCount),
  );
  const terrain: Terrain = {
    pixels: new Uint8ClampedArray(width * height * 4),
    bands: new Uint8Array(width * height),
    levels: new Int16Array(width * height),
    depths: bandDepths,
    land,
  };
  const empty = { band: noBand, level: levelAt(stage, Infinity) };
  const strip = openColumnStrip(terrain, { width, height, empty });
  const walk = createWalk(stage, { strip, depths, bands: Uint8Array.from(depths, z => bandOf(terrain, z)) });
  const heights = sampleColumns(stage, { land, depths });
  const between = new Float32Array(depths.length);
  for (let column = 0; column < width; column += 2) {
    const [here, next] = [heights[column / 2]!, heights[column / 2 + 1]!];
    for (let step = 0; step < between.length; step++) between[step] = (here[step]! + next[step]!) / 2;
    walk(column, here, between);
    if (column + 1 < width) walk(column + 1, between, next);
  }
  strip.finish();
  softenEdges(terrain, width, height);
  return terrain;
}

/** Row of the water's plane at this depth. */
export function levelAt({ scene, top, unit }: Stage, z: number): number {
  const { horizon, altitude, focal } = scene.camera;
  return Math.min(32_000, Math.round((horizon + (altitude * focal) / z - top) * unit));
}

/** The band whose things stand at this depth. */
export function bandOf(terrain: Terrain, z: number): number {
  for (let band = 0; band < bandCount; band++) if (z < terrain.depths[band + 1]!) return band;
  return bandCount - 1;
}

/** One band as a layer, cropped to its rows; `overlap` more pixels are smeared down under what stands before it. */
export function bandLayer(
  terrain: Terrain,
  band: number,
  size: { width: number; height: number; overlap: number },
): { canvas: Canvas; y: number } | undefined {
  const { width, height, overlap } = size;
  const first = terrain.bands.indexOf(band);
  if (first < 0) return undefined;
  const top = Math.floor(first / width);
  const bottom = Math.min(height, Math.floor(terrain.bands.lastIndexOf(band) / width) + 1 + overlap);
  const canvas = canvasFrom(width, bottom - top, pixels => {
    const to = new Int32Array(pixels.buffer, pixels.byteOffset, width * (bottom - top));
    const from = new Int32Array(terrain.pixels.buffer);
    // For each column, how many more rows the band is smeared, and from which pixel.
    const left = new Uint16Array(width);
    const sources = new Uint32Array(width);
    for (let row = top; row < bottom; row++)
      for (let column = 0; column < width; column++) {
        const at = row * width + column;
        if (terrain.bands[at] === band) {
          sources[column] = at;
          left[column] = overlap;
          to[at - top * width] = from[at]!;
        } else if (left[column] === 0 || terrain.bands[at]! > band) left[column] = 0;
        else {
          left[column]!--;
          to[at - top * width] = from[sources[column]!]! | opaque;
        }
      }
  });
  return { canvas, y: top };
}

/** From what lies under the lower edge to the farthest range; more of the same steps when more is shown below. */
function stepDepths(stage: Stage): { depths: Float64Array; nearest: number } {
  const { camera, terrain } = stage.scene;
  const eye = Math.max(0.3, camera.altitude - terrain.ground);
  const under = (edge: number) => ((camera.focal * eye) / Math.max(0.12, edge + 0.12 - camera.horizon)) * 0.7;
  const nearest = Math.max(0.35, under(1));
  const farthest = Math.max(9000, ...terrain.ranges.map(range => range.z * 1.5));
  const count = Math.round(clamp(620 * Math.sqrt(stage.unit / 1024), 300, 1300));
  const ratio = (farthest / nearest) ** (1 / (count - 1));
  const shown = Math.min(nearest, under(viewOf(stage).y + viewOf(stage).height));
  const before = Math.ceil(Math.log(nearest / shown) / Math.log(ratio));
  const depths = Float64Array.from(
    { length: count + before },
    (_, step) => nearest * ratio ** (step - before),
  );
  return { depths, nearest };
}

/** Heights along every other column and one beyond. Depth by depth, because much of the land's shape is the same all over a depth. */
function sampleColumns(stage: Stage, { land, depths }: { land: Land; depths: Float64Array }): Float32Array[] {
  const { camera, aspect } = stage.scene;
  const columns = Array.from(
    { length: Math.ceil(stage.width / 2) + 1 },
    () => new Float32Array(depths.length),
  );
  const slopes = columns.map(
    (_, index) => ((index * 2 + 0.5) / stage.unit + stage.left - aspect / 2) / camera.focal,
  );
  for (let step = 0; step < depths.length; step++) {
    const z = depths[step]!;
    for (let index = 0; index < columns.length; index++) columns[index]![step] = land(slopes[index]! * z, z);
  }
  return columns;
}

type Walk = (column: number, here: Float32Array, next: Float32Array) => void;

function createWalk(stage: Stage, on: { strip: ColumnStrip; depths: Float64Array; bands: Uint8Array }): Walk {
  const { scene, height, unit } = stage;
  const { camera, aspect } = scene;
  const { depths, strip, bands } = on;
  const painter = createPixelPainter(stage, strip.pixels);
  const sun = sunDirection(stage);
  const seen: Seen = { x: 0, z: 0, height: 0, steep: 0, lit: 0 };
  return (column, here, next) => {
    const slope = ((column + 0.5) / unit + stage.left - aspect / 2) / camera.focal;
    const start = strip.startOf(column);
    painter.startColumn(column);
    let covered = height;
    let litBefore = 0.5;
    let steepBefore = 0;
    for (let step = 1; step < depths.length; step++) {
      const z = depths[step]!;
      const ground = here[step]!;
      const wet = ground <= 0 && here[step - 1]! <= 0;
      const level = wet ? 0 : Math.max(0, ground);
      const row = (camera.horizon + ((camera.altitude - level) * camera.focal) / z - stage.top) * unit;
      const across = (next[step]! - ground) / (z / (camera.focal * unit));
      const along = (ground - here[step - 1]!) / (z - depths[step - 1]!);
      const steep = Math.sqrt(across * across + along * along);
      const lit = (sun.x * -across + sun.y - sun.z * along) / Math.sqrt(1 + steep * steep);
      if (row < covered) {
        const first = Math.max(0, Math.ceil(row - 0.5));
        const last = Math.min(height, Math.ceil(covered - 0.5));
        const span = Math.max(0.001, covered - row);
        for (let y = first; y < last; y++) {
          const at = start + y;
          const back = clamp((covered - y - 0.5) / span, 0, 1);
          if (here[step - 1]! + (ground - here[step - 1]!) * back <= 0) {
            strip.bands[at] = waterBand;
            strip.levels[at] = y;
          } else {
            const depth = depths[step - 1]! + (z - depths[step - 1]!) * back;
            strip.bands[at] = bands[step]!;
            strip.levels[at] = levelAt(stage, depth);
            seen.x = slope * depth;
            seen.z = depth;
            seen.height = here[step - 1]! + (ground - here[step - 1]!) * back;
            seen.steep = steepBefore + (steep - steepBefore) * back;
            seen.lit = litBefore + (lit - litBefore) * back;
            painter.paint(at, seen);
          }
        }
        covered = Math.min(covered, row);
      }
      litBefore = lit;
      steepBefore = steep;
      if (covered <= 0) break;
    }
  };
}

/**
 * Towards the light, with the picture's plane favoured: true back light would leave everything black that faces
 * us, so painters let it come from the side.
 */
function sunDirection(stage: Stage): { x: number; y: number; z: number } {
  const side = lightSide(stage.scene);
  const up = clamp((stage.scene.camera.horizon - stage.scene.light.y) * 1.1 + 0.4, 0.42, 0.9);
  const flat = Math.sqrt(1 - up * up);
  const x = clamp(side, -0.85, 0.85) || 0.3;
  return { x: x * flat, y: up, z: -Math.sqrt(1 - x * x) * flat * 0.55 };
}

interface Seen {
  x: number;
  z: number;
  height: number;
  steep: number;
  lit: number;
}

interface PixelPainter {
  startColumn(column: number): void;
  paint(at: number, seen: Seen): void;
}

function createPixelPainter(stage: Stage, pixels: Uint8ClampedArray): PixelPainter {
  const color = createGroundColor(stage);
  const { lit, unlit, haze, glow } = stage.tones;
  const { light, look } = stage.scene;
  const out = new Float32Array(3);
  const air = new Float64Array(3);
  const mist = stage.scene.weather === 'fog' ? 0.9 : stage.scene.time === 'dawn' ? 0.55 : 0.25;
  const glowing = stage.scene.time === 'dusk' || stage.scene.time === 'night' ? 0.12 : 0.55;
  let nearLight = 0;
  return {
    startColumn: column => {
      const dx = column / stage.unit + stage.left - light.x;
      nearLight = light.body === 'none' ? 0 : Math.exp(-dx * dx * 4);
      const warm = nearLight * glowing;
      for (let channel = 0; channel < 3; channel++)
        air[channel] = haze[channel]! + (glow[channel]! - haze[channel]!) * warm;
    },
    paint: (at, seen) => {
      color(seen, out);
      let bright = clamp(0.12 + seen.lit * 0.95 + nearLight * 0.22 * smooth(2, 30, seen.z), 0, 1.15);
      if (look.anime) bright = 0.25 + 0.7 * smooth(0.3, 0.42, bright) + bright * 0.1;
      const far = smooth(40, 900, seen.z);
      const low = far === 0 ? 0 : Math.exp(-Math.max(0, seen.height) / (18 + seen.z * 0.02)) * mist * far;
      const lost = clamp(1 - Math.exp(-seen.z / light.visibility) + low * 0.55, 0, 0.97);
      const to = at * 4;
      for (let channel = 0; channel < 3; channel++) {
        const shown = out[channel]! * (unlit[channel]! + (lit[channel]! - unlit[channel]!) * bright);
        pixels[to + channel] = shown + (air[channel]! - shown) * lost;
      }
      pixels[to + 3] = 255;
    },
  };
}

/** Outlines against sky and water get the share of the pixel that they truly cover. */
function softenEdges(terrain: Terrain, width: number, height: number): void {
  const { bands, pixels } = terrain;
  for (let row = 1; row < height; row++)
    for (let column = 1; column < width - 1; column++) {
      const at = row * width + column;
      const band = bands[at]!;
      if (band >= waterBand || bands[at - width]! <= band) continue;
      const left = runAbove(bands, at - 1, { band, width });
      const right = runAbove(bands, at + 1, { band, width });
      pixels[at * 4 + 3] = 255 * clamp(0.5 + (left + right) / 4, 0.25, 1);
    }
}

/** How far this band reaches above (positive) or stays below (negative) in the neighbouring column, in pixels. */
function runAbove(bands: Uint8Array, at: number, of: { band: number; width: number }): number {
  const { band, width } = of;
  if (bands[at]! <= band) return at >= width && bands[at - width]! <= band ? 1 : 0;
  return -1;
}
