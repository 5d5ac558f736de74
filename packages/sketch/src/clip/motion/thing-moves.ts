/** The motion of each thing of a scene, limited by the ground and by the edges of the picture. */
import { createLand } from '../../land/land.ts';
import type { Scene, Thing } from '../../scene/scene.ts';
import type { Pulse } from './clip-clock.ts';
import { freePath, groundPath } from './ground-path.ts';
import { type Motion, createMotion, roomFor } from './thing-motion.ts';

/** Pixels: the width of the picture, the height of the thing, and where its foot is at first. */
export interface ThingPlace {
  readonly width: number;
  readonly size: number;
  readonly x: number;
  readonly y: number;
}

/** `rise` is the rise of the ground since the start, in heights of the thing. */
export type ThingMoves = (thing: Thing, pulse: Pulse, place: ThingPlace) => { motion: Motion; rise: number };

/** Heights that each of several things goes beyond the edge, so that they do not gather there. */
const leavingDistance = 2.4;

export function openMoves(scene: Scene): ThingMoves {
  const land = createLand(scene);
  const travelers = scene.things.filter(({ goes }) => goes !== undefined);
  const pathsByThing = new Map(scene.things.map(thing => [thing, groundPath(scene, thing, land)]));
  const herds = new Set(
    travelers.filter(thing => travelers.some(other => other !== thing && other.kind === thing.kind)),
  );
  return (thing, pulse, place) => {
    const room = roomFor(thing, place);
    const path = pathsByThing.get(thing) ?? freePath;
    const ahead = Math.min(room.ahead + (herds.has(thing) ? leavingDistance : 0), path.ahead / thing.height);
    const motion = createMotion(thing, pulse, { ...room, ahead });
    const distance = motion.x * thing.facing * thing.height;
    return { motion, rise: path.rise(distance) / thing.height };
  };
}
