/**
 * Surfaces of materials that have a structure of their own: grain of wood, veins,
 * facets, stitches, sheets, bricks.
 */
import { grainField, ridgeField, softField } from '../../raster/noise.ts';

/** Grain runs along boards; each part of the picture is cut from another. */
export function bark(u: number, v: number, part: number): number {
  const angle = (part % 3) * 0.9 + 0.15;
  const along = u * Math.cos(angle) + v * Math.sin(angle);
  const across = v * Math.cos(angle) - u * Math.sin(angle);
  const bend = softField(along * 0.22 + part * 0.37, across * 0.9) * 0.16;
  const rings = Math.sin((across + bend) * 90 + part * 7);
  return rings * 0.45 + softField(along * 0.25, across * 6) * 0.55;
}

export function veins(u: number, v: number, part: number): number {
  const point = [u * 0.45 + v * 0.3 + part * 0.13, v * 0.45 - u * 0.2] as const;
  const warp = softField(point[0], point[1]) * 0.22;
  const vein = ridgeField(point[0] + warp, point[1] + warp);
  return 0.35 - Math.max(0, vein - 0.55) * 2.6 + softField(u * 0.4, v * 0.4) * 0.3;
}

const cell = 0.055;

/** Flat facets, each with its own tilt. */
export function facets(u: number, v: number, part: number): number {
  const x = u / cell + softField(u * 0.4, v * 0.4) * 0.6;
  const y = v / cell;
  let [least, tilt] = [Infinity, 0];
  for (let dy = -1; dy <= 1; dy++)
    for (let dx = -1; dx <= 1; dx++) {
      const [cx, cy] = [Math.floor(x) + dx, Math.floor(y) + dy];
      const chance = grainField(cx * 0.137 + part * 0.31, cy * 0.173);
      const px = cx + 0.5 + chance * 0.45;
      const py = cy + 0.5 + grainField(cy * 0.151, cx * 0.129) * 0.45;
      const distance = (x - px) ** 2 + (y - py) ** 2;
      if (distance >= least) continue;
      least = distance;
      tilt = (x - px) * chance + (y - py) * (0.6 - Math.abs(chance)) + chance * 0.5;
    }
  return Math.max(-1, Math.min(1, tilt));
}

export function fibres(u: number, v: number): number {
  return softField(u * 2.6, v * 2.6) * 0.4 + grainField(u * 0.9, v * 0.9) * 0.4;
}

const stitch = 0.022;

/** Rows of V-shaped stitches. */
export function knit(u: number, v: number): number {
  const column = u / stitch;
  const inside = column - Math.floor(column) - 0.5;
  const row = v / (stitch * 0.8) + Math.abs(inside) * 1.5;
  const place = row - Math.floor(row);
  const arm = Math.sin(place * Math.PI) ** 0.7 * (1 - Math.abs(Math.abs(inside) - 0.25) * 2.4);
  return arm * 1.5 - 0.75 + grainField(u * 2.3, v * 2.3) * 0.12;
}

export const brick = 0.025;

/** Square bricks with a round stud on each. */
export function blocks(u: number, v: number): number {
  const x = u / brick - Math.floor(u / brick) - 0.5;
  const y = v / brick - Math.floor(v / brick) - 0.5;
  const border = Math.max(Math.abs(x), Math.abs(y)) > 0.46 ? -0.8 : 0;
  return Math.hypot(x, y) < 0.3 ? 0.45 : border;
}
