/** The land plans of coasts: cliffs and beaches. */
import type { Plan, PlanInput } from './plan.ts';

/** High land above the sea, which reaches farther on the side of the main thing, with distant headlands. */
export function cliffCoast(input: PlanInput): Plan {
  const { heroZ, eye, ground, layout } = input;
  const side = layout.heroX < 0.5 ? 1 : -1;
  const long = Math.max(heroZ * 3.4, ground * 2, input.deepest * 2.2);
  const short = Math.max(heroZ * 1.5, eye * 5);
  return {
    shore: sideDistances(input, long, short),
    waves: 0.55,
    features: [
      {
        kind: 'cliff',
        x: side * ground * 11,
        z: ground * 17,
        radiusX: ground * 6,
        radiusZ: ground * 5,
        height: ground * 1.25,
      },
      {
        kind: 'cliff',
        x: side * ground * 24,
        z: ground * 44,
        radiusX: ground * 15,
        radiusZ: ground * 9,
        height: ground * 1.5,
      },
      {
        kind: 'island',
        x: -side * ground * 3,
        z: ground * 26,
        radiusX: ground * 1.3,
        radiusZ: ground,
        height: ground * 0.8,
      },
    ],
    ranges: [{ kind: 'mountains', z: 9000, height: 480 }],
    scatters: [
      { kind: 'flowers', count: 90, near: eye * 2.2, far: eye * 14, height: eye * 0.2 },
      { kind: 'rocks', count: 14, near: eye * 3, far: short * 1.1, height: eye * 0.24 },
      { kind: 'bush', count: 10, near: Math.max(heroZ * 4, 14), far: long, height: 1.1 },
    ],
  };
}

export function beach(input: PlanInput): Plan {
  const { heroZ, eye, layout } = input;
  const near = input.heroAfloat ? heroZ * 0.3 : Math.max(heroZ * 1.3, eye * 7);
  const side = layout.heroX < 0.5 ? -1 : 1;
  // Beside a boat, the beach reaches as far as the things that stand on it.
  const otherSideDistance = input.heroAfloat ? Math.max(near * 0.8, input.deepest * 1.3) : near * 0.8;
  return {
    cover: 'sand',
    shore: sideDistances(input, near * 3, otherSideDistance),
    waves: 0.5,
    features: [{ kind: 'cliff', x: side * 130, z: 300, radiusX: 90, radiusZ: 80, height: 34 }],
    ranges: [{ kind: 'mountains', z: 8500, height: 600 }],
    scatters: [
      {
        kind: 'palm',
        count: 12,
        near: near * 0.9,
        far: near * 2.6,
        height: 8,
        ...(side < 0 ? { to: 0.42 } : { from: 0.58 }),
      },
      { kind: 'rocks', count: 16, near: eye * 3, far: near * 1.4, height: eye * 0.2 },
    ],
  };
}

/** The distances of the shore: `long` on the side of the main thing, `short` on the other side. */
export function sideDistances(
  input: PlanInput,
  long: number,
  short: number,
): { left: number; right: number } {
  return input.layout.heroX < 0.5 ? { left: long, right: short } : { left: short, right: long };
}
