/** Finds land, or water, near the intended place of a thing. */
import type { Land } from '../../land/land.ts';
import type { Scene } from '../../scene/scene.ts';

export interface Spot {
  /** 0 … 1 of the picture's width. */
  readonly across: number;
  /** Meters. */
  readonly z: number;
}

/**
 * The spot itself if it fits, otherwise a nearer or farther one, otherwise one to the side.
 * If none fits, the spot itself.
 */
export function findGround(
  scene: Pick<Scene, 'camera' | 'terrain' | 'aspect'>,
  surface: 'land' | 'water',
  from: Spot & {
    readonly land: Land;
    /** The meters on both sides that must be of the same kind. Absent means 0. */
    readonly half?: number;
  },
): Spot {
  const { terrain, camera, aspect } = scene;
  const { half = 0 } = from;
  const dry = Math.max(
    0.15,
    terrain.ground > 4 ? terrain.ground * 0.85 : terrain.shore ? terrain.ground * 0.7 : 0,
  );
  const fits = ({ across, z }: Spot): boolean => {
    const x = ((across - 0.5) * aspect * z) / camera.focal;
    if (surface === 'water') return from.land(x, z) <= 0;
    return from.land(x, z) > dry && from.land(x - half, z) > 0 && from.land(x + half, z) > 0;
  };
  for (const reach of [1.35, 4])
    for (const shift of listShifts(from.across)) {
      const depth = depthsNear(from.z, reach).find(z => fits({ across: shift, z }));
      if (depth !== undefined) return { across: shift, z: depth };
    }
  return from;
}

/** Lists places from the requested one outwards to both sides, within the picture. */
function listShifts(across: number): number[] {
  const steps = [0, 0.08, -0.08, 0.16, -0.16, 0.26, -0.26, 0.36, -0.36, 0.5, -0.5, 0.64, -0.64];
  return steps.map(step => across + step).filter(place => place > 0.09 && place < 0.91);
}

/**
 * Returns depths up to `reach` times as near or as far. The farther ones come first, since a thing there
 * cannot outgrow the picture.
 */
function depthsNear(z: number, reach: number): number[] {
  const steps = Math.ceil(Math.log(reach) / Math.log(1.05));
  return Array.from({ length: steps + 1 }, (_, step) => [z * 1.05 ** step, z / 1.05 ** (step * 0.35)]).flat();
}
