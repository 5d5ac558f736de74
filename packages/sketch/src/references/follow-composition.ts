/**
 * Applies the composition of one scene to the contents of another: its camera, land and things, with
 * places for additional things.
 */
import { findGround } from '../compose/things/find-ground.ts';
import { createLand } from '../land/land.ts';
import type { Scene, Thing } from '../scene/scene.ts';

/** Undefined if the model has no suitable ground for an additional thing. */
export function followComposition(scene: Scene, model: Scene): Scene | undefined {
  const modelKinds = new Set(model.things.map(({ kind }) => kind));
  const view: Scene = {
    ...scene,
    setting: model.setting,
    camera: model.camera,
    terrain: model.terrain,
    scatters: model.scatters,
    sky: { ...model.sky, rainbow: scene.sky.rainbow || model.sky.rainbow },
    light: { ...model.light, x: (model.light.x * scene.aspect) / model.aspect },
    birds: model.birds,
  };
  const existing = model.things.map(thing => {
    const requestedThing = scene.things.find(({ kind }) => kind === thing.kind);
    const placedThing = { ...thing, x: (thing.x * scene.aspect) / model.aspect };
    return requestedThing ? { ...placedThing, ...pickAppearance(requestedThing) } : placedThing;
  });
  const addedThings = scene.things
    .filter(({ kind }) => !modelKinds.has(kind))
    .map(thing => moveThing(thing, scene, view));
  if (addedThings.some(thing => thing === undefined)) return undefined;
  return { ...view, things: [...existing, ...addedThings.filter(thing => thing !== undefined)] };
}

function pickAppearance({ color, action, picture, cutOut }: Thing): Partial<Thing> {
  return {
    ...(color !== undefined && { color }),
    ...(action !== undefined && { action }),
    ...(picture !== undefined && { picture }),
    ...(cutOut !== undefined && { cutOut }),
  };
}

/** Moves a thing to about the same place in the picture, at the same size, on suitable ground. */
function moveThing(thing: Thing, from: Scene, to: Scene): Thing | undefined {
  const { focal, horizon, altitude } = to.camera;
  const scale = from.camera.focal / thing.z;
  const size = thing.height * scale;
  const across = 0.5 + (thing.x * scale) / from.aspect;
  const land = createLand(to);
  if (thing.stance === 'flies' || thing.lift > 0) {
    const z = focal / scale;
    const x = ((across - 0.5) * to.aspect) / scale;
    const y = from.camera.horizon + (from.camera.altitude - from.terrain.ground - thing.lift) * scale;
    const lift = altitude + (horizon - y) / scale - Math.max(0, land(x, z));
    return { ...thing, x, z, lift: Math.max(0, lift) };
  }
  const surface = thing.stance === 'floats' || thing.stance === 'swims' ? 'water' : 'land';
  const nearest = (Math.max(0.3, altitude - to.terrain.ground) * focal) / (0.94 - horizon);
  const spot = findGround(to, surface, { across, z: Math.max(nearest, focal / scale), land });
  const x = ((spot.across - 0.5) * to.aspect * spot.z) / focal;
  if (land(x, spot.z) > 0 !== (surface === 'land')) return undefined;
  return { ...thing, x, z: spot.z, height: (size * spot.z) / focal };
}
