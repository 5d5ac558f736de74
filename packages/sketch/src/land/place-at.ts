/**
 * Puts a thing of a scene to a place of the picture, rather than of the world: where its
 * foot is and how tall it looks.
 */
import { createLand, type Land } from './land.ts';
import type { Scene, Thing } from '../scene/scene.ts';

/** A place in picture units. */
export interface PictureSpot {
  /** Middle. */
  readonly x: number;
  /** The point at which it touches the ground, or its lowest point in the air. */
  readonly foot: number;
  /** Height. */
  readonly size: number;
}

/**
 * Things may grow to this many times their natural height to look as tall as asked; they
 * may shrink as much as it takes.
 */
const maxGrowth = 5;

export function placeAt(scene: Scene, thing: Thing, spot: PictureSpot): Thing {
  const { camera, aspect } = scene;
  const land = createLand(scene);
  const facing = spot.x < aspect / 2 ? 1 : -1;
  const z = isFree(scene, thing) ? undefined : depthAt(scene, land, spot);
  const x = (depth: number) => ((spot.x - aspect / 2) * depth) / camera.focal;
  if (z !== undefined) {
    const requestedHeight = (spot.size * z) / camera.focal;
    const height = Math.min(thing.height * maxGrowth, requestedHeight);
    return { ...thing, x: x(z), z, lift: 0, height, facing };
  }
  // Before the ground that would hide it.
  const ground = depthAt(scene, land, spot) ?? Infinity;
  const reducedDepth = Math.min((camera.focal * thing.height) / spot.size, ground * 0.92);
  const level = camera.altitude + ((camera.horizon - spot.foot) * reducedDepth) / camera.focal;
  const lift = level - Math.max(0, land(x(reducedDepth), reducedDepth));
  return {
    ...thing,
    x: x(reducedDepth),
    z: reducedDepth,
    lift,
    height: (spot.size * reducedDepth) / camera.focal,
    facing,
  };
}

/** Returns the place of a thing in the picture. */
export function findSpot(scene: Scene, thing: Thing): PictureSpot {
  const { camera, aspect } = scene;
  const scale = camera.focal / thing.z;
  const ground = Math.max(0, createLand(scene)(thing.x, thing.z));
  return {
    x: aspect / 2 + thing.x * scale,
    foot: camera.horizon + (camera.altitude - ground - thing.lift) * scale,
    size: thing.height * scale,
  };
}

/** Returns whether water or land is seen at a point of the picture. Undefined means sky. */
export function groundAt(scene: Scene, spot: Pick<PictureSpot, 'x' | 'foot'>): 'land' | 'water' | undefined {
  const land = createLand(scene);
  const z = depthAt(scene, land, spot);
  if (z === undefined) return undefined;
  return land(((spot.x - scene.aspect / 2) * z) / scene.camera.focal, z) > 0 ? 'land' : 'water';
}

function isFree({ setting }: Scene, { stance }: Thing): boolean {
  return stance === 'flies' || stance === 'hangs' || setting === 'underwater';
}

/** Returns the depth of the nearest ground or water that is seen at this point. Undefined above all land. */
function depthAt(
  { camera, aspect }: Scene,
  land: Land,
  point: { x: number; foot: number },
): number | undefined {
  const slope = (point.x - aspect / 2) / camera.focal;
  for (let z = 0.3; z < 4000; z *= 1.02) {
    const level = Math.max(0, land(slope * z, z));
    if (camera.horizon + ((camera.altitude - level) * camera.focal) / z <= point.foot) return z;
  }
  return undefined;
}
