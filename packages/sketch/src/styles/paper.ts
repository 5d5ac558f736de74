/** Paper: its tooth, and the white margin where a wash ends. */
import { smooth } from '../raster/colors.ts';
import { grainField, noise, softField } from '../raster/noise.ts';

/** Tooth of the paper at a point in picture units, about -1 … 1; `fine` adds what only large pictures can show. */
export function tooth(x: number, y: number, fine: number): number {
  // Not a prepared field: it repeats, and on plain skies the eye finds the pattern.
  const coarse = noise(x * 170, y * 170) * 0.6 + noise(x * 57 + 9, y * 57) * 0.3;
  return coarse * 0.55 + noise(x * 420, y * 420) * 0.3 + grainField(x * 1.7, y * 1.7) * 0.3 * fine;
}

/** 0 on the paper's margin, 1 inside the picture, with a wandering edge; `at` in picture units. */
export function inside(at: { x: number; y: number; aspect: number; tall: number }, margin: number): number {
  const { x, y, aspect, tall } = at;
  const edge = Math.min(x, aspect - x, y, tall - y);
  if (edge > margin * 2) return 1;
  const wander = softField(x * 0.9 + 0.3, y * 0.9) * margin * 0.5 + noise(x * 60, y * 60) * margin * 0.1;
  return smooth(margin * 0.85, margin * 1.06, edge + wander);
}
