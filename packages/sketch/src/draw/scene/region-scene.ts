/**
 * Composes the scene that is painted inside a mask: the scene of the picture, with the things
 * that the prompt names and without those that the mask covers.
 */
import { varyScene } from '../../compose/vary-scene.ts';
import { listElements } from '../../compose/elements/list-elements.ts';
import type { SceneElement } from '../../compose/elements/scene-element.ts';
import { composeScene } from '../../compose/compose-scene.ts';
import { wholeFrame } from '../../paint/stage/stage.ts';
import type { LandmarkMention, Reading } from '../../scene/reading.ts';
import type { Orb, Scatter, Scene, Thing } from '../../scene/scene.ts';
import { chooseMargin } from '../../styles/border.ts';
import type { SubjectPack } from '../../subjects/subject-pack.ts';
import type { EditReadings } from '../edit/edit-readings.ts';
import { createThing } from './extend-scene.ts';
import { fitIntoBox, fitWithin } from './fit-into-box.ts';
import { freshReading } from '../edit/fresh-reading.ts';
import { findMaskBox, type Mask } from '../../paint/patches.ts';
import { placeAt, findSpot } from '../../land/place-at.ts';
import { deriveSeed, seededRandom } from '../../random/random.ts';
import type { Job } from '../../job/job.ts';
import type { Frame, SketchPicture } from '../../scene/picture.ts';

export interface Region {
  readonly mask: Mask;
  readonly readings: EditReadings;
  readonly job: Job;
  readonly candidate: number;
  readonly subjects?: SubjectPack;
}

export function regionScene(picture: SketchPicture, region: Region): Scene {
  const visibleFrame = picture.frame ?? wholeFrame(picture.scene);
  const box = cropToPicture(
    toUnits(findMaskBox(region.mask) ?? { x: 0, y: 0, width: 1, height: 1 }, visibleFrame),
    picture,
  );
  const scene = sceneBehind(picture);
  const coveredThings = scene.things.filter(
    thing =>
      isCovered(scene, thing, { mask: region.mask, visibleFrame }) &&
      !(isStillNamed(region.readings, thing) && reachesOutOfBox(scene, thing, box)),
  );
  const additions = requestedReading(region.readings, coveredThings);
  const remainingThings = scene.things.filter(thing => !coveredThings.includes(thing));
  const land = otherLand({ ...scene, things: remainingThings }, region, box);
  const things = placeElements(land, { elements: listElements(additions), coveredThings, box, region });
  const namesSomething = additions.subjects.length + additions.landmarks.length > 0;
  const hasNewContent = namesSomething || coveredThings.length > 0 || land.setting !== scene.setting;
  const filledScene = withLandmarks(land, { landmarks: additions.landmarks, box, region });
  return varyRegion({ ...filledScene, things: [...remainingThings, ...things] }, { region, hasNewContent });
}

/** The scene at the mask. The last of several repainted parts is on top. */
function sceneBehind({ scene, patches = [] }: SketchPicture): Scene {
  return patches.at(-1)?.scene ?? scene;
}

/** Converts a share of the visible part into picture units. */
function toUnits(box: Frame, visibleFrame: Frame): Frame {
  return {
    x: visibleFrame.x + box.x * visibleFrame.width,
    y: visibleFrame.y + box.y * visibleFrame.height,
    width: box.width * visibleFrame.width,
    height: box.height * visibleFrame.height,
  };
}

/** Limits a box to the painted part, because nothing is placed on free paper. */
function cropToPicture(box: Frame, { scene, frame }: SketchPicture): Frame {
  const visibleFrame = frame ?? wholeFrame(scene);
  const margin = chooseMargin(scene.style);
  const x = Math.max(box.x, visibleFrame.x + margin);
  const y = Math.max(box.y, visibleFrame.y + margin);
  const right = Math.min(box.x + box.width, visibleFrame.x + visibleFrame.width - margin);
  const bottom = Math.min(box.y + box.height, visibleFrame.y + visibleFrame.height - margin);
  return right > x && bottom > y ? { x, y, width: right - x, height: bottom - y } : box;
}

/**
 * Whether nearly the whole body of a thing is inside the mask. A thing that is only cut by
 * the mask continues inside it.
 */
function isCovered(
  scene: Scene,
  thing: Thing,
  { mask, visibleFrame }: { mask: Mask; visibleFrame: Frame },
): boolean {
  const { x, foot, size } = findSpot(scene, thing);
  let insideCount = 0;
  for (const up of [0.15, 0.35, 0.55, 0.75])
    for (const side of [-0.18, 0, 0.18]) {
      const column = Math.floor(((x + side * size - visibleFrame.x) / visibleFrame.width) * mask.width);
      const row = Math.floor(((foot - up * size - visibleFrame.y) / visibleFrame.height) * mask.height);
      const isInsideMaskImage = column >= 0 && column < mask.width && row >= 0 && row < mask.height;
      if (isInsideMaskImage && mask.shares[row * mask.width + column] >= 0.5) insideCount++;
    }
  return insideCount >= 10;
}

/** Whether the new prompt still names a thing and names nothing new that could replace it. */
function isStillNamed({ before, after, isPlaceOnly }: EditReadings, { kind }: Thing): boolean {
  const addedReading = freshReading(before, after);
  if (isPlaceOnly || addedReading.subjects.length + addedReading.landmarks.length > 0) return false;
  return (
    after.subjects.some(({ subject }) => subject === kind) || after.landmarks.some(one => one.kind === kind)
  );
}

/** Whether a thing reaches out of the box, so that its repainted part would not fit the rest. */
function reachesOutOfBox(scene: Scene, thing: Thing, box: Frame): boolean {
  const { foot, size } = findSpot(scene, thing);
  const slack = size * 0.03;
  return foot - size < box.y - slack || foot > box.y + box.height + slack;
}

/** The new mentions of the prompt, and those of covered things that the prompt still names. */
function requestedReading(
  { before, after, isPlaceOnly }: EditReadings,
  coveredThings: readonly Thing[],
): Reading {
  const addedReading = freshReading(before, after);
  if (isPlaceOnly) return addedReading;
  const isKindCovered = (kind: string) => coveredThings.some(thing => thing.kind === kind);
  const repeatedMentions = {
    subjects: after.subjects.filter(
      mention => isKindCovered(mention.subject) && !addedReading.subjects.includes(mention),
    ),
    landmarks: after.landmarks.filter(
      mention => isKindCovered(mention.kind) && !addedReading.landmarks.includes(mention),
    ),
  };
  return {
    ...addedReading,
    subjects: [...addedReading.subjects, ...repeatedMentions.subjects],
    landmarks: [...addedReading.landmarks, ...repeatedMentions.landmarks],
  };
}

function placeElements(
  scene: Scene,
  {
    elements,
    coveredThings,
    box,
    region,
  }: { elements: readonly SceneElement[]; coveredThings: readonly Thing[]; box: Frame; region: Region },
): Thing[] {
  const remainingThings = [...coveredThings];
  const count = elements.reduce((sum, element) => sum + Math.min(8, element.count), 0);
  let fittedCount = 0;
  return elements.flatMap(element =>
    Array.from({ length: Math.min(8, element.count) }, (_, index) => {
      const seed = deriveSeed(region.job.seed, `${element.kind} ${index} ${region.candidate}`);
      const thing = createThing(element, seed);
      const oldIndex = remainingThings.findIndex(
        oldThing => oldThing.what === element.what && oldThing.stance === element.stance,
      );
      if (oldIndex >= 0 && count === 1)
        return putInPlace(scene, { thing, old: remainingThings.splice(oldIndex, 1)[0], box }, region);
      return fitIntoBox(scene, thing, { box, index: fittedCount++, count, ...region });
    }),
  );
}

/** Puts a thing in the place of the one that it replaces, as large as the box allows. */
function putInPlace(
  scene: Scene,
  { thing, old, box }: { thing: Thing; old: Thing; box: Frame },
  { job, candidate, subjects }: Region,
): Thing {
  const random = seededRandom(deriveSeed(job.seed, `replaced ${candidate}`));
  const spot = findSpot(scene, old);
  const sizeFactor = Math.min(1.3, Math.max(0.7, thing.height / old.height)) ** 0.5;
  const size = spot.size * sizeFactor * (0.92 + 0.16 * random());
  const requestedSpot = { x: spot.x + (random() - 0.5) * 0.12 * size, foot: spot.foot, size };
  const placedThing = placeAt(scene, thing, fitWithin(requestedSpot, { box, thing, subjects }));
  return { ...placedThing, facing: candidate % 2 === 0 ? old.facing : old.facing > 0 ? -1 : 1 };
}

/** Returns the scene with land and plants of another setting, if the prompt names one. Light and sky stay. */
function otherLand(scene: Scene, { readings, job, candidate }: Region, box: Frame): Scene {
  const { after, before } = readings;
  const weather =
    after.weather !== undefined && after.weather !== before.weather ? after.weather : scene.weather;
  // Only another setting gets new land. A mask above the horizon keeps the land.
  const isSamePlace =
    after.setting === undefined ||
    after.setting === 'sky' ||
    after.setting === scene.setting ||
    after.setting === before.setting;
  if (isSamePlace || box.y + box.height < scene.camera.horizon) return { ...scene, weather };
  const otherScene = composeScene(
    {
      ...after,
      time: scene.time,
      weather,
      season: scene.season,
      style: scene.style,
      subjects: [],
      landmarks: [],
    },
    { ...job, candidate, width: scene.aspect * 1000, height: 1000 },
  );
  const rise = otherScene.camera.altitude - otherScene.terrain.ground;
  return {
    ...scene,
    weather,
    setting: otherScene.setting,
    camera: { ...scene.camera, altitude: otherScene.terrain.ground + rise },
    terrain: otherScene.terrain,
    scatters: otherScene.scatters,
  };
}

/** Adds landmarks without a place of their own: lights in the sky, birds, flowers and other plants. */
function withLandmarks(
  scene: Scene,
  options: { landmarks: readonly LandmarkMention[]; box: Frame; region: Region },
): Scene {
  return options.landmarks.reduce((current, mention) => withLandmark(current, mention, options), scene);
}

function withLandmark(
  scene: Scene,
  { kind, count, color, size }: LandmarkMention,
  { box, region }: { box: Frame; region: Region },
): Scene {
  const { sky } = scene;
  if (kind === 'stars') return { ...scene, sky: { ...sky, stars: 1.8 } };
  if (kind === 'aurora') return { ...scene, sky: { ...sky, aurora: 1, cover: 0.12 } };
  if (kind === 'rainbow') return { ...scene, sky: { ...sky, rainbow: true } };
  if (kind === 'clouds')
    return { ...scene, sky: { ...sky, cover: Math.max(0.8, sky.cover), clouds: 'cumulus' } };
  if (kind === 'moon' || kind === 'sun')
    return { ...scene, sky: { ...sky, orbs: [createOrb(scene, kind, { box, size })] } };
  if (kind === 'birds') return { ...scene, birds: Math.max(6, Math.min(30, count)) };
  const plant = plants[kind];
  if (!plant || (count < 6 && kind !== 'flowers' && kind !== 'grass')) return scene;
  const eye = Math.max(0.4, scene.camera.altitude - scene.terrain.ground);
  const depth = (y: number) => (scene.camera.focal * eye) / Math.max(0.01, y - scene.camera.horizon);
  const near = Math.max(eye * 1.2, depth(box.y + box.height));
  const scatter: Scatter = {
    kind: plant,
    count: Math.round(380 * Math.min(1, box.width / scene.aspect)) + 20,
    near,
    far: Math.max(near * 1.5, Math.min(400, depth(Math.max(box.y, scene.camera.horizon + 0.01)))),
    height: plant === 'tree' || plant === 'pine' || plant === 'palm' ? 9 * size : eye * 0.26 * size,
    seed: deriveSeed(region.job.seed, `${kind} ${region.candidate}`),
    from: box.x / scene.aspect,
    to: (box.x + box.width) / scene.aspect,
    ...(color !== undefined && { color }),
  };
  return { ...scene, scatters: [...scene.scatters, scatter] };
}

const plants: Readonly<Partial<Record<string, Scatter['kind']>>> = {
  flowers: 'flowers',
  grass: 'grass',
  tree: 'tree',
  pine: 'pine',
  palm: 'palm',
  bush: 'bush',
  rocks: 'rocks',
};

/**
 * Hangs a sun or moon in the middle of the mask. It is no source of light, because otherwise the picture
 * outside the mask would have to change.
 */
function createOrb(
  { camera }: Scene,
  kind: 'sun' | 'moon',
  { box, size }: { box: Frame; size: number },
): Orb {
  return {
    x: box.x + box.width / 2,
    y: Math.min(camera.horizon, box.y + box.height / 2),
    radius: Math.min(0.07 * size, Math.min(box.width, box.height) * 0.32),
    color: kind === 'moon' ? '#e9e6dc' : '#ffe9a8',
    ring: false,
  };
}

/** Varies sky and plants if the region has no new content. Otherwise adds new lettering of the prompt. */
function varyRegion(
  scene: Scene,
  { region, hasNewContent }: { region: Region; hasNewContent: boolean },
): Scene {
  const { seed } = region.job;
  const { candidate } = region;
  if (!hasNewContent) {
    const { sky, scatters } = varyScene(scene, { seed, candidate, strength: 'strong' });
    return { ...scene, sky, scatters };
  }
  if (region.readings.after.lettering === undefined || region.readings.before.lettering !== undefined)
    return scene;
  return { ...scene, lettering: region.readings.after.lettering };
}
