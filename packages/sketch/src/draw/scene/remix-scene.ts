/** Changes a scene to another prompt: what both prompts share keeps its place, the rest is replaced. */
import { raiseGround } from '../../compose/things/raise-ground.ts';
import { listElements } from '../../compose/elements/list-elements.ts';
import type { SceneElement } from '../../compose/elements/scene-element.ts';
import { composeScene } from '../../compose/compose-scene.ts';
import type { Reading } from '../../scene/reading.ts';
import type { Light, Scene, Thing } from '../../scene/scene.ts';
import { groundAt, type PictureSpot, placeAt, findSpot } from '../../land/place-at.ts';
import type { Job } from '../../job/job.ts';

export interface Remix {
  /** The readings of the parent's prompt and of the new one. */
  readonly before: Reading;
  readonly after: Reading;
  readonly job: Job;
  readonly candidate: number;
  /** Whether everything that the new prompt does not name stays, including the place. */
  readonly keepsUnnamed?: boolean;
}

/** Landmarks that determine the land: another set of these needs another land. */
const landKinds: ReadonlySet<string> = new Set([
  'cliff',
  'path',
  'volcano',
  'island',
  'waterfall',
  'skyline',
  'snowcap',
  'flowers',
  'bridge',
  'pier',
]);

export function remixScene(scene: Scene, remix: Remix): Scene {
  const reading = fillReading(scene, remix);
  const { width, height } = pictureSize(scene);
  const newScene = composeScene(reading, { ...remix.job, candidate: remix.candidate, width, height });
  const isSameLand =
    newScene.setting === scene.setting && joinLandmarks(remix.before) === joinLandmarks(remix.after);
  const place = isSameLand ? scene : newScene;
  const remixedScene: Scene = {
    ...newScene,
    seed: scene.seed,
    camera: isSameLand ? scene.camera : { ...newScene.camera, horizon: scene.camera.horizon },
    terrain: isSameLand ? { ...scene.terrain, waves: newScene.terrain.waves } : newScene.terrain,
    scatters: isSameLand && newScene.season === scene.season ? scene.scatters : newScene.scatters,
    light: mixLight(scene, newScene, place),
    sky: mixSky(scene, newScene),
    things: [],
  };
  const things = remixThings(scene, { elements: listElements(reading), newScene, remixedScene });
  const figuresOfReferences = referenceFigures(scene, {
    elements: listElements(reading),
    without: reading.without ?? [],
  });
  const keptFigures = figuresOfReferences.map(figure => placeAgain(scene, remixedScene, figure));
  return raiseGround({ ...remixedScene, things: [...things, ...keptFigures] });
}

/**
 * Returns the reading of the new prompt, completed by values of the picture where neither prompt names one.
 * Values that only the old prompt named stay open, except for time and setting, which the picture keeps.
 */
function fillReading(scene: Scene, { before, after, keepsUnnamed }: Remix): Reading {
  const chooseValue = <Part extends 'weather' | 'season' | 'style' | 'setting'>(part: Part) =>
    after[part] ?? (before[part] === undefined || part === 'setting' ? scene[part] : undefined);
  const [weather, season, style, setting] = [
    chooseValue('weather'),
    chooseValue('season'),
    chooseValue('style'),
    chooseValue('setting'),
  ];
  const losesSetting =
    keepsUnnamed !== true &&
    after.setting === undefined &&
    before.setting === undefined &&
    findLead(before) !== findLead(after);
  return {
    ...after,
    time: after.time ?? scene.time,
    ...(weather !== undefined && { weather: weather as NonNullable<Reading['weather']> }),
    ...(season !== undefined && { season: season as NonNullable<Reading['season']> }),
    ...(style !== undefined && { style: style as NonNullable<Reading['style']> }),
    ...(setting !== undefined && !losesSetting && { setting: setting as NonNullable<Reading['setting']> }),
  };
}

/**
 * Returns the kind of the first landmark. The setting of the picture may follow from it: the hills
 * of a castle do not suit the landmark that replaces it.
 */
function findLead({ landmarks }: Reading): string | undefined {
  return landmarks[0]?.kind;
}

function joinLandmarks({ landmarks }: Reading): string {
  return landmarks
    .map(({ kind }) => kind as string)
    .filter(kind => landKinds.has(kind))
    .sort()
    .join();
}

function pictureSize({ aspect }: Scene): { width: number; height: number } {
  return { width: aspect * 1000, height: 1000 };
}

/** Keeps the old light unless the new prompt names another one. The side of the light always stays. */
function mixLight(scene: Scene, newScene: Scene, place: Scene): Light {
  const isSameMoment =
    newScene.time === scene.time && newScene.weather === scene.weather && newScene.setting === scene.setting;
  if (isSameMoment && newScene.light.body === scene.light.body) {
    if (newScene.season === scene.season) return scene.light;
    const { grass, foliage, rock, soil } = newScene.light.palette;
    return { ...scene.light, palette: { ...scene.light.palette, grass, foliage, rock, soil } };
  }
  const rise = newScene.camera.horizon - newScene.light.y;
  return { ...newScene.light, x: scene.light.x, y: place.camera.horizon - rise };
}

function mixSky(scene: Scene, newScene: Scene): Scene['sky'] {
  const isSameSky = newScene.weather === scene.weather && newScene.time === scene.time;
  return {
    ...newScene.sky,
    seed: scene.sky.seed,
    ...(isSameSky && { cover: scene.sky.cover, clouds: scene.sky.clouds }),
  };
}

/** A figure from a reference picture is in no prompt. It stays unless it is replaced or removed. */
function referenceFigures(
  { things }: Scene,
  options: { elements: readonly SceneElement[]; without: readonly string[] },
): Thing[] {
  return things.filter(
    thing =>
      thing.picture !== undefined &&
      !options.without.includes(thing.kind) &&
      !options.elements.some(element => matchesElement(element)(thing)),
  );
}

/** Remaining things keep their places. New ones take the places of removed ones, or their own. */
function remixThings(
  scene: Scene,
  {
    elements,
    newScene,
    remixedScene,
  }: { elements: readonly SceneElement[]; newScene: Scene; remixedScene: Scene },
): Thing[] {
  const remainingThings = [...scene.things];
  const takeThing = (matches: (thing: Thing) => boolean): Thing | undefined => {
    const position = remainingThings.findIndex(matches);
    return position < 0 ? undefined : remainingThings.splice(position, 1)[0];
  };
  const places = elements.flatMap(element =>
    Array.from({ length: element.count }, (_, index) => ({
      element,
      index,
      old: takeThing(matchesElement(element)),
    })),
  );
  const placedThings: Thing[] = places.flatMap(({ element, old }) =>
    old ? [placeAgain(scene, remixedScene, { ...old, ...pickLooks(element) })] : [],
  );
  for (const { element, index, old } of places) {
    const newThing = newScene.things.filter(thing => matchesElement(element)(thing))[index];
    if (old || !newThing) continue;
    const removedThing = takeThing(
      thing => thing.what === element.what && thing.stance === element.stance && thing.picture === undefined,
    );
    if (!removedThing) {
      placedThings.push(
        placeAt(
          remixedScene,
          newThing,
          findFreeSpot(remixedScene, { thing: newThing, spot: findSpot(newScene, newThing) }, placedThings),
        ),
      );
      continue;
    }
    const spot = findSpot(scene, removedThing);
    const sizeFactor = Math.min(1.8, Math.max(0.6, element.height / removedThing.height)) ** 0.6;
    placedThings.push({
      ...placeAt(remixedScene, newThing, { ...spot, size: spot.size * sizeFactor }),
      facing: removedThing.facing,
    });
  }
  return placedThings;
}

/** Finds a spot within the picture on suitable ground or water, if possible beside other things. */
function findFreeSpot(
  scene: Scene,
  { thing, spot }: { thing: Thing; spot: PictureSpot },
  placedThings: readonly Thing[],
): PictureSpot {
  const size = Math.min(spot.size, 0.42);
  const takenSpots = placedThings.map(thing => findSpot(scene, thing));
  const freeShare = (x: number) =>
    Math.min(1, ...takenSpots.map(other => Math.abs(other.x - x) / ((other.size + size) * 0.5)));
  const positions = [spot.x, ...[0.2, 0.8, 0.35, 0.65, 0.5, 0.1, 0.9].map(share => share * scene.aspect)];
  const foot = Math.min(spot.foot, 0.95);
  const surface = chooseSurface(scene, thing);
  const feet = surface
    ? [foot, ...[0.03, 0.07, 0.12, 0.2, 0.3, 0.4].map(offset => scene.camera.horizon + offset)]
    : [foot];
  const spots = positions.flatMap(x => feet.map(y => ({ x, foot: y, size })));
  const suitableSpots = spots.filter(
    place => !surface || (place.foot < 0.97 && groundAt(scene, place) === surface),
  );
  const score = (place: PictureSpot) => {
    const visibleSize = findSpot(scene, placeAt(scene, thing, place)).size;
    return freeShare(place.x) - Math.abs(Math.log(visibleSize / size)) - (place.foot === foot ? 0 : 0.05);
  };
  return suitableSpots.reduce(
    (best, place) => (score(place) > score(best) + 0.001 ? place : best),
    suitableSpots[0] ?? spots[0],
  );
}

/** Returns the surface that a thing needs. Undefined if it hangs or flies, or if the scene is under water. */
function chooseSurface({ setting }: Scene, { stance }: Thing): 'land' | 'water' | undefined {
  if (setting === 'underwater' || stance === 'flies' || stance === 'hangs') return undefined;
  return stance === 'floats' || stance === 'swims' ? 'water' : 'land';
}

/** In the same land, keeps the position of a thing. In another one, keeps its place in the picture. */
function placeAgain(scene: Scene, remixedScene: Scene, thing: Thing): Thing {
  if (remixedScene.terrain.seed === scene.terrain.seed && remixedScene.camera === scene.camera) return thing;
  return { ...placeAt(remixedScene, thing, findSpot(scene, thing)), facing: thing.facing };
}

function matchesElement(element: SceneElement): (thing: Thing) => boolean {
  return thing => thing.what === element.what && thing.kind === element.kind;
}

function pickLooks({ color, action }: SceneElement): Pick<Thing, 'color' | 'action'> {
  return { ...(color !== undefined && { color }), ...(action !== undefined && { action }) };
}
