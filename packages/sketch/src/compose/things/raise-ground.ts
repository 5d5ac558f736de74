/** Houses, cars and animals need ground: where a scene has only water for them, an islet rises under each. */
import { createLand, type Land } from '../../land/land.ts';
import type { Feature, Scene, Thing } from '../../scene/scene.ts';
import { deriveSeed } from '../../random/random.ts';

/** Kinds of landmarks that are built in water or lie in it. */
const wetKinds: ReadonlySet<string> = new Set(['bridge', 'pier', 'waterfall', 'rocks']);
const wetActions: ReadonlySet<string> = new Set(['swimming', 'surfing', 'diving', 'bathing']);
/** Landmarks with a wide foot. Towers, mills and trees are slender. */
const wideLandmarks: ReadonlySet<string> = new Set(['house', 'castle', 'ruins']);
const withoutWater: ReadonlySet<string> = new Set(['underwater', 'space', 'sky', 'room', 'studio']);

export function raiseGround(scene: Scene): Scene {
  if (!scene.terrain.shore || withoutWater.has(scene.setting)) return scene;
  const land = createLand(scene);
  const islets = scene.things.filter(thing => standsInWater(thing, land)).map(isletUnder);
  if (islets.length === 0) return scene;
  const { terrain } = scene;
  return { ...scene, terrain: { ...terrain, features: [...terrain.features, ...islets] } };
}

function needsGround({ stance, kind, lift, action = '' }: Thing): boolean {
  const stands = stance === 'stands' || stance === 'drives';
  return stands && lift <= 0.05 && !wetKinds.has(kind) && !wetActions.has(action);
}

/** Meters from the middle of a thing to where its foot ends. */
export function halfFoot({ what, kind, height }: Pick<Thing, 'what' | 'kind' | 'height'>): number {
  return height * (what === 'subject' || wideLandmarks.has(kind) ? 0.45 : 0.15);
}

export function standsInWater(thing: Thing, land: Land): boolean {
  const half = halfFoot(thing);
  return needsGround(thing) && [0, -half, half].some(offset => land(thing.x + offset, thing.z) <= 0);
}

/** A low islet, a little wider than the thing on it. */
function isletUnder(thing: Thing): Feature {
  const half = halfFoot(thing);
  return {
    kind: 'hill',
    x: thing.x,
    z: thing.z,
    radiusX: half * 4,
    radiusZ: half * 4,
    // A hill begins half a meter under water.
    height: 0.5 + Math.max(0.2, thing.height * 0.1),
    seed: deriveSeed(thing.seed, 'islet'),
  };
}
