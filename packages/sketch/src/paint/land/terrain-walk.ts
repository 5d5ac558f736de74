/**
 * Walks the columns of the land, one after the other, from near to far. Land that rises above
 * the nearer land is painted.
 */
import { clamp } from '../../raster/colors.ts';
import type { ColumnStrip } from './column-strip.ts';
import { type GroundLight, createGroundLight, paintGround } from './ground-painter.ts';
import { createGroundPoints, type GroundPoints } from './ground-points.ts';
import { lightSide, type Stage } from '../stage/stage.ts';

export const waterBand = 254;

/** Returns the row in which the plane of the water lies at a depth. */
export function levelAt({ scene, top, unit }: Stage, z: number): number {
  const { horizon, altitude, focal } = scene.camera;
  return Math.min(32_000, Math.round((horizon + (altitude * focal) / z - top) * unit));
}

/** The values that all columns share. */
export interface Walk {
  readonly stage: Stage;
  readonly strip: ColumnStrip;
  readonly depths: Float64Array;
  /** The width of a pixel at each step of depth, in meters. */
  readonly perPixel: Float64Array;
  /** The band at each step of depth. */
  readonly bands: Uint8Array;
  readonly sun: Direction;
  readonly light: GroundLight;
  readonly points: GroundPoints;
}

export function createWalk(
  stage: Stage,
  buffers: { strip: ColumnStrip; depths: Float64Array; bands: Uint8Array },
): Walk {
  return {
    stage,
    ...buffers,
    perPixel: buffers.depths.map(z => z / (stage.scene.camera.focal * stage.unit)),
    sun: sunDirection(stage),
    light: createGroundLight(stage),
    points: createGroundPoints(stage.height),
  };
}

/** Paints a column. `current` has the heights along it, `next` those along the column to its right. */
export function walkColumn(
  walk: Walk,
  column: number,
  { current, next }: { current: Float32Array; next: Float32Array },
): void {
  const { stage, strip, light, points } = walk;
  const { camera, aspect } = stage.scene;
  const slope = ((column + 0.5) / stage.unit + stage.left - aspect / 2) / camera.focal;
  collectPoints({ ...walk, slope, start: strip.findStart(column), current, next });
  paintGround(strip.pixels, points, { stage, light, column });
}

interface Column {
  /** Meters to the side for each meter of depth. */
  readonly slope: number;
  /** The index at which it begins in the strip. */
  readonly start: number;
  readonly current: Float32Array;
  readonly next: Float32Array;
}

/** The slope of the land at a step of a column, and the share of light that it gets. */
interface Lie {
  steep: number;
  lit: number;
}

/** Collects the visible points. For pixels of water, only band and level are written. */
function collectPoints(walk: Walk & Column): void {
  const { stage, strip, depths, points, current } = walk;
  points.count = 0;
  const { height, unit, top } = stage;
  const { horizon, altitude, focal } = stage.scene.camera;
  const nearer: Lie = { steep: 0, lit: 0.5 };
  const farther: Lie = { steep: 0, lit: 0.5 };
  let coverTop = height;
  for (let step = 1; step < depths.length && coverTop > 0; step++) {
    const z = depths[step];
    const landHeight = current[step];
    const row = (horizon + ((altitude - Math.max(0, landHeight)) * focal) / z - top) * unit;
    if (row >= coverTop) continue;
    const firstRow = Math.max(0, Math.ceil(row - 0.5));
    const endRow = Math.min(height, Math.ceil(coverTop - 0.5));
    const span = Math.max(0.001, coverTop - row);
    const lowerEdge = coverTop - 0.5;
    coverTop = row;
    if (firstRow >= endRow) continue;
    // The rest runs only for visible land, because most steps are hidden or less than a pixel high.
    readLie(nearer, step - 1, walk);
    readLie(farther, step, walk);
    const heightBefore = current[step - 1];
    const depthBefore = depths[step - 1];
    for (let y = firstRow; y < endRow; y++) {
      const offset = walk.start + y;
      const backShare = clamp((lowerEdge - y) / span, 0, 1);
      const pointHeight = heightBefore + (landHeight - heightBefore) * backShare;
      if (pointHeight <= 0) {
        strip.bands[offset] = waterBand;
        strip.levels[offset] = y;
        continue;
      }
      const depth = depthBefore + (z - depthBefore) * backShare;
      strip.bands[offset] = walk.bands[step];
      strip.levels[offset] = levelAt(stage, depth);
      const index = points.count++;
      points.pixels[index] = offset;
      points.x[index] = walk.slope * depth;
      points.z[index] = depth;
      points.height[index] = pointHeight;
      points.steep[index] = nearer.steep + (farther.steep - nearer.steep) * backShare;
      points.lit[index] = nearer.lit + (farther.lit - nearer.lit) * backShare;
    }
  }
}

function readLie(lie: Lie, step: number, { perPixel, depths, sun, current, next }: Walk & Column): void {
  // The land before the nearest step is assumed to be flat and half lit.
  if (step === 0) return;
  const across = (next[step] - current[step]) / perPixel[step];
  const along = (current[step] - current[step - 1]) / (depths[step] - depths[step - 1]);
  lie.steep = Math.sqrt(across * across + along * along);
  lie.lit = (sun.x * -across + sun.y - sun.z * along) / Math.sqrt(1 + lie.steep * lie.steep);
}

interface Direction {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

/**
 * Returns the direction towards the light, turned to the side: true back light would leave everything black
 * that faces the camera, so painters let it come from the side.
 */
function sunDirection(stage: Stage): Direction {
  const side = lightSide(stage.scene);
  const elevation = clamp((stage.scene.camera.horizon - stage.scene.light.y) * 1.1 + 0.4, 0.42, 0.9);
  const flat = Math.sqrt(1 - elevation * elevation);
  const x = clamp(side, -0.85, 0.85) || 0.3;
  return { x: x * flat, y: elevation, z: -Math.sqrt(1 - x * x) * flat * 0.55 };
}
