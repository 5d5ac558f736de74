/** Paints layered stone with cracks. Its texture follows the height: from above, a face has no extent. */
import { smooth } from '../../raster/colors.ts';
import { noise, ridgeField, softField } from '../../raster/noise.ts';
import type { Color } from './cover-colors.ts';
import type { GroundPoints } from './ground-points.ts';

/** The steepness from which rock is visible. */
export const rockRise = 0.42;

export function paintFace(
  points: GroundPoints,
  index: number,
  { rock, seed }: { rock: Color; seed: number },
): void {
  const [x, z, height] = [points.x[index], points.z[index], points.height[index]];
  const share = smooth(rockRise, 0.85, points.steep[index] + points.wide[index] * 0.12);
  const scale = Math.max(1.5, Math.min(z * 0.07, 420));
  const layers = noise(height / (scale * 0.09) + noise(x / scale, z / scale) * 2.2, seed) * 0.5;
  const cracks = ridgeField((x + z * 0.5) / scale + seed, height / (scale * 1.7));
  const grain = softField((x + z) / (scale * 0.4), height / (scale * 0.4));
  const tone = 1 + layers * 0.16 + grain * 0.22 - smooth(0.45, 0.9, cracks) * 0.3;
  const { colors } = points;
  for (let channel = 0; channel < 3; channel++) {
    const value = colors[index * 3 + channel];
    colors[index * 3 + channel] = value + (rock[channel] * tone - value) * share;
  }
}
