/** Paper: its tooth, and the white margin where a wash ends. */
import { smooth } from '../raster/colors.ts';
import { noise, softField } from '../raster/noise.ts';
import { fillNoise, type Row } from '../raster/noise-rows.ts';

/** Fills a row with the tooth of the paper, about -1 … 1. Large pictures show more of it. */
export function fillTooth(out: Float32Array, row: Row): void {
  // A prepared field alone is not enough, because its repetition is visible on plain skies.
  fillNoise(out, row, [
    { scale: 170, weight: 0.33 },
    { scale: 57, weight: 0.165, shift: 9 },
    { scale: 420, weight: 0.3 },
    { field: 'grain', scale: 1.7, weight: 0.3 * Math.min(1, row.unit / 1400) },
  ]);
}

/** 0 on the margin of the paper, 1 inside the picture, with an irregular edge. In picture units. */
export function shareInside(
  { x, y, aspect, tall }: { x: number; y: number; aspect: number; tall: number },
  margin: number,
): number {
  const edge = Math.min(x, aspect - x, y, tall - y);
  if (edge > margin * 2) return 1;
  const wander = softField(x * 0.9 + 0.3, y * 0.9) * margin * 0.5 + noise(x * 60, y * 60) * margin * 0.1;
  return smooth(margin * 0.85, margin * 1.06, edge + wander);
}
