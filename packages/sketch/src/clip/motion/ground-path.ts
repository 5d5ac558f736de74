/**
 * The path that a thing can take: boats stay on the water, walkers stay on land or on what carries them, and
 * all follow the height of the ground.
 */
import type { Land } from '../../land/land.ts';
import type { Scene, Thing } from '../../scene/scene.ts';

export interface GroundPath {
  /** The distance in meters that the thing can go forwards. */
  readonly ahead: number;
  /** The rise of the ground in meters after a distance in meters. */
  readonly rise: (meters: number) => number;
}

export const freePath: GroundPath = { ahead: Infinity, rise: () => 0 };
const steps = 40;

export function groundPath(scene: Scene, thing: Thing, land: Land): GroundPath {
  const { camera, aspect, setting } = scene;
  const isFree = thing.stance === 'flies' || thing.stance === 'hangs';
  if (isFree || ['underwater', 'space', 'sky', 'room', 'studio'].includes(setting)) return freePath;
  const carrier = findCarrier(scene, thing);
  if (carrier) return pathOnCarrier(thing, carrier);
  if (scene.street) {
    const wall =
      scene.street.half * 0.78 -
      thing.height * (thing.stance === 'drives' ? 1.05 : 0.4) -
      thing.x * thing.facing;
    return { ahead: Math.max(0, wall), rise: freePath.rise };
  }
  const isAfloat = land(thing.x, thing.z) <= 0;
  const farthest = (aspect * thing.z) / camera.focal;
  const heights = [thing.lift > 0 ? 0 : land(thing.x, thing.z)];
  // Ground is needed up to half its length ahead.
  const front = thing.height * (thing.stance === 'stands' ? 0.5 : 0.8);
  for (let step = 1; step <= steps; step++) {
    const height = land(thing.x + thing.facing * ((farthest * step) / steps + front), thing.z);
    const isPassable = isAfloat ? height <= 0 : height > 0.05;
    if (!isPassable)
      return { ahead: (farthest * (step - 1)) / steps, rise: measureRise(heights, farthest, isAfloat) };
    heights.push(land(thing.x + (thing.facing * farthest * step) / steps, thing.z));
  }
  return { ahead: Infinity, rise: measureRise(heights, farthest, isAfloat) };
}

function measureRise(heights: readonly number[], farthest: number, isAfloat: boolean): GroundPath['rise'] {
  if (isAfloat) return freePath.rise;
  return meters => {
    const at = Math.min(heights.length - 1, (Math.max(0, meters) / farthest) * steps);
    const from = Math.min(heights.length - 2, Math.floor(at));
    if (from < 0) return 0;
    return heights[from] + (heights[from + 1] - heights[from]) * (at - from) - heights[0];
  };
}

/** The thing that a lifted thing stands on, such as a bridge or a roof. */
export function findCarrier({ things }: Scene, thing: Thing): Thing | undefined {
  if (thing.lift <= 0.05) return undefined;
  return things.find(
    other =>
      other !== thing &&
      other.lift < thing.lift &&
      Math.abs(other.z - thing.z) < Math.max(1, thing.z * 0.12) &&
      Math.abs(other.x - thing.x) < halfWidth(other),
  );
}

/** The meters from the middle of a thing to the edge of what others can stand on. */
export function halfWidth({ kind, height }: Thing): number {
  return kind === 'bridge' ? height * 2 : height * 0.42;
}

/** The meters from the middle of a thing to its front. */
export function lengthBefore({ kind, height }: Thing): number {
  return height * (/train/.test(kind) ? 1.7 : 0.6);
}

function pathOnCarrier(thing: Thing, carrier: Thing): GroundPath {
  const offset = (thing.x - carrier.x) * thing.facing;
  const ahead = Math.max(0, halfWidth(carrier) - lengthBefore(thing) - offset);
  if (carrier.kind !== 'bridge') return { ahead, rise: freePath.rise };
  // The drawing of a bridge is highest in its middle.
  const crown = (x: number) => carrier.height * 0.28 * Math.cos((x / (carrier.height * 2.3)) * 1.5);
  return { ahead, rise: meters => crown(offset + meters) - crown(offset) };
}
