/**
 * The land as the camera sees it: every column of pixels is walked from near to far over the height map, and
 * land that rises above the nearer land is colored and lit. The result is kept by bands of depth, so that
 * things can stand between them.
 */
import type { Canvas } from '@napi-rs/canvas';
import { clamp } from '../../raster/colors.ts';
import { createLand, fillLandRow, type Land } from '../../land/land.ts';
import { openDrift } from '../../land/rings.ts';
import { canvasFrom } from '../../raster/pixels.ts';
import { openColumnStrip } from './column-strip.ts';
import { type Stage, stageFrame } from '../stage/stage.ts';
import { createWalk, levelAt, walkColumn, waterBand } from './terrain-walk.ts';

export const bandCount = 9;
const noBand = 255;
/** The bits of full alpha in an RGBA pixel that is read as one number. */
const opaque = new Int32Array(Uint8Array.of(0, 0, 0, 255).buffer)[0];

export interface Terrain {
  /** Colors, with the share of the pixel that is covered as alpha. */
  readonly pixels: Uint8ClampedArray;
  /** The band of each pixel, 0 for the nearest. Water has `waterBand`, and the sky has `noBand`. */
  readonly bands: Uint8Array;
  /**
   * The row in which the plane of the water lies at the depth of each pixel. The pixel is mirrored
   * about it. For the sky, it is the row of the horizon.
   */
  readonly levels: Int16Array;
  /** The depth at which each band begins, and at last the end of the last band, in meters. */
  readonly depths: readonly number[];
  readonly land: Land;
}

export function viewTerrain(stage: Stage): Terrain {
  const { width, height, scene } = stage;
  const land = createLand(scene);
  const { depths, nearest } = stepDepths(stage);
  const bandDepths = Array.from(
    { length: bandCount + 1 },
    (_, band) => nearest * (depths[depths.length - 1] / nearest) ** (band / bandCount),
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
  const walk = createWalk(stage, {
    strip,
    depths,
    bands: Uint8Array.from(depths, z => findBand(terrain, z)),
  });
  const heights = sampleColumns(stage, depths);
  const between = new Float32Array(depths.length);
  for (let column = 0; column < width; column += 2) {
    const [current, next] = [heights[column / 2], heights[column / 2 + 1]];
    averageHeights(between, current, next);
    walkColumn(walk, column, { current, next: between });
    if (column + 1 < width) walkColumn(walk, column + 1, { current: between, next });
  }
  strip.finish();
  softenEdges(terrain, width, height);
  return terrain;
}

function averageHeights(middle: Float32Array, current: Float32Array, next: Float32Array): void {
  for (let step = 0; step < middle.length; step++) middle[step] = (current[step] + next[step]) / 2;
}

/** Returns the band in which things of this depth stand. */
export function findBand(terrain: Terrain, z: number): number {
  for (let band = 0; band < bandCount; band++) if (z < terrain.depths[band + 1]) return band;
  return bandCount - 1;
}

/**
 * Returns one band as a layer, cropped to its rows. Its lower edge is smeared down by `overlap`
 * pixels, under the nearer bands. Returns undefined if no pixel belongs to the band.
 */
export function bandLayer(
  terrain: Terrain,
  band: number,
  size: { width: number; height: number; overlap: number },
): { canvas: Canvas; y: number } | undefined {
  const { width, height, overlap } = size;
  const firstPixel = terrain.bands.indexOf(band);
  if (firstPixel < 0) return undefined;
  const top = Math.floor(firstPixel / width);
  const bottom = Math.min(height, Math.floor(terrain.bands.lastIndexOf(band) / width) + 1 + overlap);
  const from = new Int32Array(terrain.pixels.buffer);
  const smear = { overlap, left: new Uint16Array(width), sources: new Uint32Array(width) };
  const canvas = canvasFrom(width, bottom - top, pixels => {
    const to = new Int32Array(pixels.buffer, pixels.byteOffset, width * (bottom - top));
    for (let row = top; row < bottom; row++) {
      const start = row * width;
      const bands = terrain.bands.subarray(start, start + width);
      copyRow(band, { bands, start, from, to: to.subarray(start - top * width), smear });
    }
  });
  return { canvas, y: top };
}

interface Smear {
  /** The number of rows by which a band is smeared down. */
  readonly overlap: number;
  /** The rows that remain to be smeared in each column. */
  readonly left: Uint16Array;
  /** The pixel whose color is smeared in each column. */
  readonly sources: Uint32Array;
}

function copyRow(
  band: number,
  row: { bands: Uint8Array; start: number; from: Int32Array; to: Int32Array; smear: Smear },
): void {
  const { bands, start, from, to } = row;
  const { overlap, left, sources } = row.smear;
  for (let column = 0; column < bands.length; column++) {
    if (bands[column] === band) {
      sources[column] = start + column;
      left[column] = overlap;
      to[column] = from[start + column];
    } else if (left[column] === 0 || bands[column] > band) left[column] = 0;
    else {
      left[column]--;
      to[column] = from[sources[column]] | opaque;
    }
  }
}

/**
 * Returns depths from what lies under the lower edge to the farthest range. There are more of the same
 * steps when more is shown below.
 */
function stepDepths(stage: Stage): { depths: Float64Array; nearest: number } {
  const { camera, terrain } = stage.scene;
  const eye = Math.max(0.3, camera.altitude - terrain.ground);
  const depthAtEdge = (edge: number) =>
    ((camera.focal * eye) / Math.max(0.12, edge + 0.12 - camera.horizon)) * 0.7;
  const nearest = Math.max(0.35, depthAtEdge(1));
  const farthest = Math.max(9000, ...terrain.ranges.map(range => range.z * 1.5));
  const count = Math.round(clamp(620 * Math.sqrt(stage.unit / 1024), 300, 1300));
  const ratio = (farthest / nearest) ** (1 / (count - 1));
  const visibleDepth = Math.min(nearest, depthAtEdge(stageFrame(stage).y + stageFrame(stage).height));
  const extraSteps = Math.ceil(Math.log(nearest / visibleDepth) / Math.log(ratio));
  const depths = Float64Array.from(
    { length: count + extraSteps },
    (_, step) => nearest * ratio ** (step - extraSteps),
  );
  return { depths, nearest };
}

/** Samples the heights along every other column, and along one column beyond the right edge. */
function sampleColumns(stage: Stage, depths: Float64Array): Float32Array[] {
  const { scene, unit, left } = stage;
  const { camera, aspect } = scene;
  const drift = openDrift(scene, 'ranges');
  const count = Math.ceil(stage.width / 2) + 1;
  const columns = Array.from({ length: count }, () => new Float32Array(depths.length));
  const slopes = Float64Array.from(
    columns,
    (_, index) => ((index * 2 + 0.5) / unit + left - aspect / 2) / camera.focal,
  );
  const heights = new Float64Array(count);
  depths.forEach((z, step) => {
    fillLandRow({ z, x: slopes.map(slope => slope * z), heights }, scene, drift);
    setStep(columns, step, heights);
  });
  return columns;
}

function setStep(columns: readonly Float32Array[], step: number, heights: Float64Array): void {
  for (let index = 0; index < heights.length; index++) columns[index][step] = heights[index];
}

/** Outlines against sky and water get the share of the pixel that they truly cover. */
function softenEdges(terrain: Terrain, width: number, height: number): void {
  for (let row = 1; row < height; row++) softenRow(terrain, row * width, width);
}

function softenRow({ bands, pixels }: Terrain, start: number, width: number): void {
  for (let index = start + 1; index < start + width - 1; index++) {
    const band = bands[index];
    if (band >= waterBand || bands[index - width] <= band) continue;
    const left = compareEdge(bands, index - 1, { band, width });
    const right = compareEdge(bands, index + 1, { band, width });
    pixels[index * 4 + 3] = 255 * clamp(0.5 + (left + right) / 4, 0.25, 1);
  }
}

/**
 * Returns how far this band reaches above (positive) or stays below (negative) the neighboring column, in
 * pixels.
 */
function compareEdge(
  bands: Uint8Array,
  index: number,
  { band, width }: { band: number; width: number },
): number {
  if (bands[index] <= band) return index >= width && bands[index - width] <= band ? 1 : 0;
  return -1;
}
