/**
 * What differs beyond the picture's edges, from ring to ring: nothing jumps at an edge,
 * and what was shown once stays.
 */
import type { Ring, Scene } from '../scene/scene.ts';
import { smooth } from '../raster/colors.ts';
import { deriveSeed, seededRandom } from '../random/random.ts';
import type { Frame } from '../scene/picture.ts';

/** Picture heights over which a ring's own way comes up. */
const rise = 0.7;

/** The seed of what stands at this point, when it is outside the picture as composed. */
export function ringSeedAt({ rings = [] }: Scene, x: number, y: number): number {
  for (let index = rings.length - 1; index >= 0; index--)
    if (distanceOutside(rings[index].inner, x, y) > 0) return rings[index].seed;
  return 0;
}

/** All seeds that `ringSeedAt` can answer. */
export function ringSeeds({ rings = [] }: Scene): number[] {
  return [0, ...rings.map(({ seed }) => seed)];
}

/** The offset at which noise is read, so that the shapes of each ring are its own. */
export interface Drift {
  readonly x: number;
  readonly y: number;
  /** -1 … 1: less or more of it. */
  readonly more: number;
}

const none: Drift = { x: 0, y: 0, more: 0 };

/** Returns the drift at a point of the picture. */
export type DriftAt = (x: number, y: number) => Drift;

/** Returns undefined if a scene has no rings. */
export function openDrift({ rings = [] }: Scene, part: string): DriftAt | undefined {
  if (rings.length === 0) return undefined;
  const ways = rings.map(ring => chooseDrift(ring, part));
  return (x, y) => {
    let sum = none;
    for (const { inner, drift } of ways) {
      const distance = distanceOutside(inner, x, y);
      if (distance <= 0) continue;
      const share = smooth(0, rise * inner.height, distance);
      sum = { x: sum.x + drift.x * share, y: sum.y + drift.y * share, more: sum.more + drift.more * share };
    }
    return sum;
  };
}

function chooseDrift({ seed, inner }: Ring, part: string): { inner: Frame; drift: Drift } {
  const random = seededRandom(deriveSeed(seed, part));
  const either = (size: number) => (random() < 0.5 ? -1 : 1) * size * (0.4 + 0.6 * random());
  return { inner, drift: { x: either(0.4), y: either(0.3), more: random() * 2 - 1 } };
}

/** Distance from a frame, 0 inside. */
export function distanceOutside({ x: left, y: top, width, height }: Frame, x: number, y: number): number {
  const dx = Math.max(left - x, x - left - width, 0);
  const dy = Math.max(top - y, y - top - height, 0);
  return Math.sqrt(dx * dx + dy * dy);
}
