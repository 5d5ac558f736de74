/**
 * Adapts a scene for a clip: figures that the prompt sets in motion get room to move. The picture is the same
 * as a still, except for their starting positions and the directions they face.
 */
import { createLand, type Land } from '../../land/land.ts';
import type { Scene, Thing } from '../../scene/scene.ts';
import { findSubject } from '../../subjects/subjects.ts';
import { findCarrier, groundPath, halfWidth, lengthBefore } from './ground-path.ts';

export function animateScene(scene: Scene): Scene {
  if (!scene.things.some(({ goes }) => goes)) return scene;
  const widenedScene = withWideBridges(scene);
  const land = createLand(widenedScene);
  const facing = new Map<string, 1 | -1>();
  const things = widenedScene.things.map(thing => {
    if (thing.goes?.way === 'up') return lowerToGround(widenedScene, thing);
    if (!isTraveling(thing)) return thing;
    const carrier = findCarrier(widenedScene, thing);
    // All figures of a kind move in the same direction.
    const way =
      thing.goes?.heading ??
      facing.get(thing.kind) ??
      (carrier ? thing.facing : betterDirection(widenedScene, thing, land));
    facing.set(thing.kind, way);
    const turnedThing = standUpright({ ...thing, facing: way });
    return carrier
      ? placeAtEnd(widenedScene, turnedThing, carrier)
      : moveBack(widenedScene, turnedThing, land);
  });
  return { ...widenedScene, things };
}

/** Moves a rising thing down to the ground, where it starts. */
function lowerToGround({ setting }: Scene, thing: Thing): Thing {
  return ['space', 'underwater'].includes(setting) ? thing : { ...thing, lift: thing.lift * 0.2 };
}

function isTraveling({ goes, picture }: Thing): boolean {
  return goes?.way === 'along' && picture === undefined;
}

/** Replaces a subject by its standing variant, if it has one, because it moves. */
export function standUpright(thing: Thing): Thing {
  const canTrot = isTraveling(thing) && findSubject(thing.kind)?.poses['trotting'] !== undefined;
  return canTrot ? { ...thing, action: 'trotting' } : thing;
}

/** Returns the direction that a thing faces, unless it has little room there and more room the other way. */
export function betterDirection(scene: Scene, thing: Thing, land: Land): 1 | -1 {
  const oppositeFacing = thing.facing > 0 ? (-1 as const) : (1 as const);
  const [lengthAhead, lengthBehind] = [thing.facing, oppositeFacing].map(facing =>
    wayLength(scene, { ...thing, facing }, land),
  );
  const sufficientLength = (scene.aspect * 0.36 * thing.z) / scene.camera.focal;
  return lengthAhead >= sufficientLength || lengthAhead >= lengthBehind ? thing.facing : oppositeFacing;
}

/** Meters to the edge of the picture, or of its ground. */
function wayLength(scene: Scene, thing: Thing, land: Land): number {
  const half = (scene.aspect * 0.5 * thing.z) / scene.camera.focal;
  return Math.min(half - thing.x * thing.facing, groundPath(scene, thing, land).ahead);
}

/**
 * Moves a thing back as far as its ground reaches, so that most of the picture lies before it. Of several
 * things, each keeps its place in the row.
 */
function moveBack(scene: Scene, thing: Thing, land: Land): Thing {
  const { aspect, camera, things } = scene;
  const isBound = things.some(
    other => other !== thing && (other.kind === thing.kind || Math.abs(other.x - thing.x) < thing.height),
  );
  if (isBound) return thing;
  const start = (-thing.facing * aspect * 0.26 * thing.z) / camera.focal;
  const distanceBack = (thing.x - start) * thing.facing;
  if (distanceBack <= 0) return thing;
  const pathBehind = groundPath(scene, { ...thing, facing: thing.facing > 0 ? -1 : 1 }, land);
  const shift = Math.min(distanceBack, pathBehind.ahead);
  const x = thing.x - thing.facing * shift;
  return Math.abs(pathBehind.rise(shift)) > thing.height * 0.5 ? thing : { ...thing, x };
}

/** Minimum height in the picture of something that crosses a bridge, so that it is noticed. */
const leastSeen = 0.07;

/** A bridge that is crossed reaches through most of the picture. */
function withWideBridges(scene: Scene): Scene {
  const { things, aspect, camera } = scene;
  const wideningFactors = new Map<Thing, number>();
  for (const thing of things) {
    const carrier = isTraveling(thing) ? findCarrier(scene, thing) : undefined;
    if (carrier?.kind !== 'bridge') continue;
    if (thing.stance !== 'drives') {
      wideningFactors.set(carrier, 1);
      continue;
    }
    const visibleWidth = (halfWidth(carrier) * 2 * camera.focal) / carrier.z;
    wideningFactors.set(carrier, Math.max(1, Math.min(1.9, (aspect * 0.8) / visibleWidth)));
  }
  if (wideningFactors.size === 0) return scene;
  return {
    ...scene,
    things: things.map(thing => {
      const wider = wideningFactors.get(thing);
      if (wider !== undefined) return { ...thing, height: thing.height * wider };
      const carrier = findCarrier(scene, thing);
      const factor = carrier && wideningFactors.get(carrier);
      if (!carrier || factor === undefined) return thing;
      const smallest = (leastSeen * thing.z) / camera.focal;
      return {
        ...thing,
        lift: thing.lift * factor,
        height: Math.max(
          thing.height,
          Math.min(smallest, thing.height * (thing.stance === 'drives' ? 2 : 6)),
        ),
      };
    }),
  };
}

function placeAtEnd({ aspect, camera }: Scene, thing: Thing, carrier: Thing): Thing {
  const reach = Math.max(0, halfWidth(carrier) - lengthBefore(thing));
  const edge = Math.max(0, (aspect * 0.5 * thing.z) / camera.focal - lengthBefore(thing));
  const from = Math.max(-edge, Math.min(edge, carrier.x - thing.facing * reach));
  const crown = (x: number) =>
    carrier.kind === 'bridge'
      ? carrier.height * 0.28 * Math.cos(((x - carrier.x) / (carrier.height * 2.3)) * 1.5)
      : 0;
  return { ...thing, x: from, lift: thing.lift + crown(from) - crown(thing.x) };
}
