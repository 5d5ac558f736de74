/** Sums of finishes: version, style and each dial add their own. */
import type { Finish } from '../scene.ts';

export const noFinish: Finish = {
  smear: 0,
  bend: 0,
  contrast: 0,
  saturation: 0,
  fade: 0,
  warmth: 0,
  clarity: 0,
  bloom: 0,
  grain: 0,
  pastel: 0,
  outline: 0,
  corners: 0,
  split: 0,
};

/** Numbers are summed, by `share`; tints and colours to avoid are taken from the one that has them. */
export function addFinish(to: Finish, more: Partial<Finish> | undefined, share = 1): Finish {
  if (more === undefined) return to;
  const sum: Record<string, unknown> = { ...to };
  for (const [name, value] of Object.entries(more))
    sum[name] = typeof value === 'number' ? Number(sum[name] ?? 0) + value * share : value;
  return sum as unknown as Finish;
}
