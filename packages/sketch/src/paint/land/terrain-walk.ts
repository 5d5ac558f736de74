/** One column of the land after the other, walked from near to far: what rises above what was seen before is painted. */
import { clamp } from '../../raster/colors.ts';
import type { ColumnStrip } from './column-strip.ts';
import { createGroundPainter } from './ground-painter.ts';
import { createGroundPoints } from './ground-points.ts';
import { lightSide, type Stage } from '../stage/stage.ts';

export const waterBand = 254;

/** Row of the water's plane at this depth. */
export function levelAt({ scene, top, unit }: Stage, z: number): number {
  const { horizon, altitude, focal } = scene.camera;
  return Math.min(32_000, Math.round((horizon + (altitude * focal) / z - top) * unit));
}

/** `here` are the heights along the column, `next` those along the one to its right. */
type Walk = (column: number, here: Float32Array, next: Float32Array) => void;

/** How the land lies at a step of a column. */
interface Lie {
  steep: number;
  lit: number;
}

export function createWalk(
  stage: Stage,
  on: { strip: ColumnStrip; depths: Float64Array; bands: Uint8Array },
): Walk {
  const { scene, height, unit, top } = stage;
  const { camera, aspect } = scene;
  const { horizon, altitude, focal } = camera;
  const { depths, strip, bands } = on;
  const paint = createGroundPainter(stage, strip.pixels);
  const points = createGroundPoints(height);
  const lieOf = createLie(stage, depths);
  const nearer: Lie = { steep: 0, lit: 0.5 };
  const farther: Lie = { steep: 0, lit: 0.5 };
  return (column, here, next) => {
    const slope = ((column + 0.5) / unit + stage.left - aspect / 2) / focal;
    const start = strip.startOf(column);
    points.count = 0;
    let covered = height;
    for (let step = 1; step < depths.length && covered > 0; step++) {
      const z = depths[step]!;
      const ground = here[step]!;
      const row = (horizon + ((altitude - Math.max(0, ground)) * focal) / z - top) * unit;
      if (row >= covered) continue;
      const first = Math.max(0, Math.ceil(row - 0.5));
      const last = Math.min(height, Math.ceil(covered - 0.5));
      const span = Math.max(0.001, covered - row);
      const under = covered - 0.5;
      covered = row;
      if (first >= last) continue;
      lieOf(nearer, step - 1, here, next);
      lieOf(farther, step, here, next);
      const groundBefore = here[step - 1]!;
      const before = depths[step - 1]!;
      for (let y = first; y < last; y++) {
        const at = start + y;
        const back = clamp((under - y) / span, 0, 1);
        const shown = groundBefore + (ground - groundBefore) * back;
        if (shown <= 0) {
          strip.bands[at] = waterBand;
          strip.levels[at] = y;
          continue;
        }
        const depth = before + (z - before) * back;
        strip.bands[at] = bands[step]!;
        strip.levels[at] = levelAt(stage, depth);
        const index = points.count++;
        points.pixels[index] = at;
        points.x[index] = slope * depth;
        points.z[index] = depth;
        points.height[index] = shown;
        points.steep[index] = nearer.steep + (farther.steep - nearer.steep) * back;
        points.lit[index] = nearer.lit + (farther.lit - nearer.lit) * back;
      }
    }
    paint(column, points);
  };
}

type LieOf = (lie: Lie, step: number, here: Float32Array, next: Float32Array) => void;

/** Computed only where the land is seen: most steps are hidden, or less than a pixel high. */
function createLie(stage: Stage, depths: Float64Array): LieOf {
  const sun = sunDirection(stage);
  const perPixel = depths.map(z => z / (stage.scene.camera.focal * stage.unit));
  return (lie, step, here, next) => {
    // Nothing is known of the land before the nearest step: it lies flat, half in the light.
    if (step === 0) {
      lie.steep = 0;
      lie.lit = 0.5;
      return;
    }
    const across = (next[step]! - here[step]!) / perPixel[step]!;
    const along = (here[step]! - here[step - 1]!) / (depths[step]! - depths[step - 1]!);
    lie.steep = Math.sqrt(across * across + along * along);
    lie.lit = (sun.x * -across + sun.y - sun.z * along) / Math.sqrt(1 + lie.steep * lie.steep);
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
