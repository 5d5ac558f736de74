/** Sums of finishes: version, style and each parameter add their own. */
import type { Finish } from '../../scene/scene.ts';

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

/** Adds numbers, multiplied by `share`. Tints and colors to avoid come from the finish that has them. */
export function addFinish(to: Finish, more: Partial<Finish> | undefined, share = 1): Finish {
  if (more === undefined) return to;
  const sums = Object.entries(more).flatMap(([name, value]) =>
    typeof value === 'number' ? [[name, Number(to[name as keyof Finish] ?? 0) + value * share] as const] : [],
  );
  return { ...to, ...more, ...Object.fromEntries(sums) };
}
