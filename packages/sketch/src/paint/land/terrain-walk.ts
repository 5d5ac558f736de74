/**
 * One column of the land after the other, walked from near to far: what rises above
 * what was seen before is painted.
 */
import { clamp } from '../../raster/colors.ts';
import type { ColumnStrip } from './column-strip.ts';
import { type GroundLight, createGroundLight, paintGround } from './ground-painter.ts';
import { createGroundPoints, type GroundPoints } from './ground-points.ts';
import { lightSide, type Stage } from '../stage/stage.ts';

export const waterBand = 254;

/** Row of the water's plane at this depth. */
export function levelAt({ scene, top, unit }: Stage, z: number): number {
  const { horizon, altitude, focal } = scene.camera;
  return Math.min(32_000, Math.round((horizon + (altitude * focal) / z - top) * unit));
}

/** The values that all columns share. */
export interface Walk {
  readonly stage: Stage;
  readonly strip: ColumnStrip;
  readonly depths: Float64Array;
  /** Meters to a pixel across, and the band, at each step of depth. */
  readonly perPixel: Float64Array;
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

/** `current` are the heights along the column, `next` those along the one to its right. */
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

/** The shape of the land at a step of a column. */
interface Lie {
  steep: number;
  lit: number;
}

/** Collects the visible points. Of water, only the place is collected. */
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
    const rise = current[step];
    const row = (horizon + ((altitude - Math.max(0, rise)) * focal) / z - top) * unit;
    if (row >= coverTop) continue;
    const first = Math.max(0, Math.ceil(row - 0.5));
    const last = Math.min(height, Math.ceil(coverTop - 0.5));
    const span = Math.max(0.001, coverTop - row);
    const lowerEdge = coverTop - 0.5;
    coverTop = row;
    if (first >= last) continue;
    // The rest runs only for visible land, because most steps are hidden or less than a pixel high.
    readLie(nearer, step - 1, walk);
    readLie(farther, step, walk);
    const riseBefore = current[step - 1];
    const before = depths[step - 1];
    for (let y = first; y < last; y++) {
      const at = walk.start + y;
      const backShare = clamp((lowerEdge - y) / span, 0, 1);
      const pointRise = riseBefore + (rise - riseBefore) * backShare;
      if (pointRise <= 0) {
        strip.bands[at] = waterBand;
        strip.levels[at] = y;
        continue;
      }
      const depth = before + (z - before) * backShare;
      strip.bands[at] = walk.bands[step];
      strip.levels[at] = levelAt(stage, depth);
      const index = points.count++;
      points.pixels[index] = at;
      points.x[index] = walk.slope * depth;
      points.z[index] = depth;
      points.height[index] = pointRise;
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
 * Towards the light, with the picture's plane favored: true back light would leave everything black that
 * faces us, so painters let it come from the side.
 */
function sunDirection(stage: Stage): Direction {
  const side = lightSide(stage.scene);
  const elevation = clamp((stage.scene.camera.horizon - stage.scene.light.y) * 1.1 + 0.4, 0.42, 0.9);
  const flat = Math.sqrt(1 - elevation * elevation);
  const x = clamp(side, -0.85, 0.85) || 0.3;
  return { x: x * flat, y: elevation, z: -Math.sqrt(1 - x * x) * flat * 0.55 };
}
