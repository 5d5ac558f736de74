/** Gives every subject and landmark of a reading its place: by perspective, thirds, counts and relations. */
import { courseAt, createLand } from '../../land/land.ts';
import type { Reading, Relation } from '../../scene/reading.ts';
import type { Course, Scene, Thing } from '../../scene/scene.ts';
import { findBetween } from '../elements/carriers.ts';
import { findGround } from './find-ground.ts';
import type { Layout } from '../view/layout.ts';
import { halfFoot } from './raise-ground.ts';
import { clampShare, findFlankPlace, type Place, findRelatedPlace, countRiders } from './relate-things.ts';
import { sizeFromAbove } from '../view/shots.ts';
import type { SceneElement } from '../elements/scene-element.ts';
import { deriveSeed } from '../../random/random.ts';

/** The distance in meters at which the farthest landmark on land will stand. */
export function measureDepth(
  elements: readonly SceneElement[],
  view: { layout: Layout; eye: number },
): number {
  const depths = elements.map(
    (element, order) =>
      (view.layout.focal * element.height) / chooseSize(element, { ...view, order, index: 0 }),
  );
  return Math.max(0, ...depths.filter((_, order) => elements[order].stance === 'stands'));
}

export function placeThings(
  elements: readonly SceneElement[],
  options: { reading: Reading; layout: Layout; scene: Scene },
): Thing[] {
  const { layout, scene } = options;
  const land = createLand(scene);
  const eye = scene.camera.altitude - scene.terrain.ground;
  const placedThings: Thing[] = [];
  const thingsByName = new Map<string, Thing>();
  const visibleElements = elements.map((element, order) =>
    order === 0 ? element : enlargeElement(element, { layout, eye }),
  );
  const between = findBetween(options.reading);
  const seats = new Map<Thing, number>();
  const seatOn = (partner: Thing): number => {
    const seat = seats.get(partner) ?? 0;
    seats.set(partner, seat + 1);
    return seat - (countRiders(options.reading, elements, partner.kind) - 1) / 2;
  };
  const measureElement = (element: SceneElement) =>
    chooseSize(element, { layout, order: visibleElements.indexOf(element), index: 0, eye });
  for (const { element, order } of orderElements(visibleElements, options.reading)) {
    for (let index = 0; index < element.count; index++) {
      const { relation, partner } = findRelation(element, options.reading, thingsByName);
      const size = chooseSize(element, { layout, order, index, eye });
      const z = (scene.camera.focal * element.height) / size;
      const across = chooseAcross(element, { layout, order, index, size });
      const first = { across, z, y: 0 };
      const flankPlace =
        between &&
        findFlankPlace(between, {
          scene,
          element,
          index,
          size,
          elements: visibleElements,
          sizeOfElement: measureElement,
        });
      const spot =
        flankPlace ??
        (relation && partner
          ? findRelatedPlace(relation, { scene, partner, element, first, index: seatOn(partner) })
          : first);
      const thing = placeThing(scene, element, {
        ...spot,
        land,
        seed: deriveSeed(scene.seed, `${element.kind} ${index}`),
        layout,
        index,
        lift: 'lift' in spot ? spot.lift : undefined,
        isFixed: flankPlace !== undefined,
        isClose: options.reading.shot === 'close' && order === 0 && index === 0 && size > 0.85,
      });
      placedThings.push(thing);
      if (index === 0 && !thingsByName.has(element.name)) thingsByName.set(element.name, thing);
    }
  }
  return placedThings;
}

/** Enlarges an element that would be too small to see beside the main subject, as picture books do. */
function enlargeElement(
  element: SceneElement,
  { layout, eye }: { layout: Layout; eye: number },
): SceneElement {
  if (element.stance === 'flies') return element;
  const smallestSeen = 0.08;
  return { ...element, height: Math.max(element.height, (smallestSeen * eye) / (0.95 - layout.horizon)) };
}

/** Orders the elements so that those that others stand on or under come first. */
function orderElements(
  elements: readonly SceneElement[],
  reading: Reading,
): { element: SceneElement; order: number }[] {
  const isCarrier = (element: SceneElement) =>
    reading.relations.some(
      ({ relation, to }) => to === element.name && relation !== 'beside' && relation !== 'behind',
    );
  const all = elements.map((element, order) => ({ element, order }));
  return [
    ...all.filter(({ element }) => isCarrier(element)),
    ...all.filter(({ element }) => !isCarrier(element)),
  ];
}

const inverse: Partial<Record<Relation, Relation>> = { beside: 'beside', behind: 'before', before: 'behind' };

/** Finds the relation of an element to a thing that is already placed, from the side of the element. */
function findRelation(
  element: SceneElement,
  reading: Reading,
  thingsByName: ReadonlyMap<string, Thing>,
): { relation?: Relation; partner?: Thing } {
  for (const { from, relation, to } of reading.relations) {
    const [first, second] = [thingsByName.get(from), thingsByName.get(to)];
    if (from === element.name && second) return { relation, partner: second };
    const inverseRelation = inverse[relation];
    if (to === element.name && inverseRelation && first) return { relation: inverseRelation, partner: first };
  }
  return {};
}

/** Returns the share of the picture's height. The first thing is largest; others of its kind are farther. */
function chooseSize(
  element: SceneElement,
  place: { layout: Layout; order: number; index: number; eye: number },
): number {
  const { layout, order, index, eye } = place;
  if (layout.above) return sizeFromAbove(element, place);
  const leadSize =
    element.what === 'landmark' ? element.size * (0.62 + layout.heroSize) : layout.heroSize * element.size;
  const crowdFactor = element.count > 1 ? Math.max(0.5, 1 - element.count * 0.05) : 1;
  const depthFactor =
    element.count > 1 ? [1, 0.74, 0.56, 0.86, 0.48, 0.64][index % 6] * (1 - 0.03 * index) : 1;
  const rankFactor = order === 0 || element.what === 'landmark' ? 1 : 0.8;
  const shareBelowHorizon = Math.min(0.8, eye / element.height);
  const fitting =
    element.stance === 'flies' ? layout.horizon : (layout.horizon - 0.07) / (1 - shareBelowHorizon);
  // At a larger size its foot would be below the picture, so a mouse before an elephant stays small.
  const nearest = element.stance === 'flies' ? fitting : (element.height * (0.95 - layout.horizon)) / eye;
  return Math.max(
    0.03,
    Math.min(fitting, order === 0 ? fitting : nearest, leadSize * crowdFactor * depthFactor * rankFactor),
  );
}

function chooseAcross(
  element: SceneElement,
  { layout, order, index }: { layout: Layout; order: number; index: number; size: number },
): number {
  const side = layout.heroX < 0.5 ? 1 : -1;
  const start = order === 0 ? layout.heroX : layout.heroX + side * [0, 0.36, -0.2, 0.2, 0.5, -0.3][order % 6];
  const step = element.count > 1 ? Math.min(0.24, 0.8 / element.count) : 0;
  const turn = Math.ceil(index / 2) * (index % 2 === 0 ? 1 : -1);
  const middle = element.count > 2 ? 0.5 + (start - 0.5) * 0.5 : start;
  return clampShare(
    middle + side * turn * step * (element.count === 2 ? 1.3 : 1),
    element.count > 6 ? 0.04 : 0.1,
  );
}

function placeThing(
  scene: Scene,
  requestedElement: SceneElement,
  place: Place & {
    land: (x: number, z: number) => number;
    seed: number;
    layout: Layout;
    index: number;
    isClose: boolean;
    isFixed: boolean;
  },
): Thing {
  const { camera, aspect } = scene;
  const isDiver =
    scene.setting === 'underwater' &&
    requestedElement.action === 'swimming' &&
    requestedElement.stance === 'stands';
  const element = isDiver ? { ...requestedElement, stance: 'swims' as const } : requestedElement;
  const surface = element.stance === 'floats' || element.stance === 'swims' ? 'water' : 'land';
  // A thing without land under it gets an islet later.
  const isFixed = place.isFixed || place.layout.above !== undefined;
  const isUnbound =
    (isFixed && surface === 'land') ||
    scene.setting === 'underwater' ||
    element.stance === 'flies' ||
    place.lift !== undefined;
  const spot = isUnbound
    ? place
    : element.kind === 'bridge' && scene.terrain.river
      ? placeOverRiver(scene, scene.terrain.river, place.z)
      : findGround(scene, surface, { ...place, half: halfFoot(element) });
  const across = spot.across;
  const z = isUnbound
    ? spot.z
    : Math.max(spot.z, chooseVisibleDepth(scene, element, { ...spot, land: place.land }));
  const x = ((across - 0.5) * aspect * z) / camera.focal;
  const ground = Math.max(0, place.land(x, z));
  // A subject whose feet are below a close-up stands on level ground, so that the camera points at the head.
  const levelLift = place.isClose && element.stance === 'stands' ? scene.terrain.ground - ground : undefined;
  const lift =
    place.lift ??
    levelLift ??
    (element.stance === 'flies' || scene.setting === 'underwater'
      ? skyLift(scene, element, { z, ground, index: place.index })
      : 0);
  const color = chooseColor(scene, element, place.index);
  return {
    what: element.what,
    kind: element.kind,
    x,
    z,
    lift,
    height: element.height,
    facing: across < 0.5 ? 1 : -1,
    stance: element.stance,
    seed: place.seed,
    ...(color !== undefined && { color }),
    ...(element.action !== undefined && { action: element.action }),
    ...(element.goes && { goes: element.goes }),
    ...(element.picture !== undefined && { picture: element.picture }),
  };
}

/**
 * A small thing on the water is seen from the shore. If it would be below the
 * picture, it is placed farther out.
 */
function chooseVisibleDepth(
  scene: Scene,
  { height }: SceneElement,
  place: Place & { land: (x: number, z: number) => number },
): number {
  const { camera, aspect } = scene;
  const groundAt = (z: number) => place.land(((place.across - 0.5) * aspect * z) / camera.focal, z);
  const groundHeight = groundAt(place.z);
  const drop = camera.altitude - Math.max(0, groundHeight);
  if (camera.horizon + ((drop - height) * camera.focal) / place.z <= 0.97) return place.z;
  const z = (drop * camera.focal) / Math.max(0.05, 0.9 - camera.horizon);
  return groundAt(z) <= 0 === groundHeight <= 0 ? z : place.z;
}

/** Places a bridge over the river at its depth, or nearer if the river is outside the picture there. */
function placeOverRiver(
  { camera, aspect }: Scene,
  river: Course,
  requestedDepth: number,
): { across: number; z: number } {
  for (let z = requestedDepth; z > requestedDepth * 0.3; z *= 0.95) {
    const across = 0.5 + (courseAt(river, z) * camera.focal) / z / aspect;
    if (across > 0.2 && across < 0.8) return { across, z };
  }
  return { across: 0.5, z: requestedDepth };
}

/** Returns the color of an element. Fish without a color in the prompt get a color of the reef. */
function chooseColor(scene: Scene, element: SceneElement, index: number): string | undefined {
  if (element.color !== undefined || scene.setting !== 'underwater' || element.kind !== 'fish')
    return element.color;
  return ['#f28c38', '#f4c93f', '#e85d75', '#8f6fd6', '#f2704a'][(index + scene.seed) % 5];
}

/** Returns the meters above the ground that put a flying thing into the free part of the sky. */
function skyLift(
  scene: Scene,
  element: SceneElement,
  place: { z: number; ground: number; index: number },
): number {
  const { camera, setting } = scene;
  const size = (camera.focal * element.height) / place.z;
  if (setting === 'underwater' && element.stance === 'stands') return 0;
  const wave = [0, -0.09, 0.08, 0.13, -0.14, 0.04][place.index % 6];
  const defaultY = setting === 'underwater' ? 0.46 : camera.horizon * 0.56;
  if (camera.horizon < 0.2) return hoverBelow(scene, { ...place, y: 0.5 + size * 0.5 + wave });
  const y = Math.min(camera.horizon + 0.2, Math.max(size + 0.05, defaultY + size * 0.5 + wave));
  return Math.max(0, camera.altitude + ((camera.horizon - y) * place.z) / camera.focal - place.ground);
}

/** Returns the meters above the ground of a thing that flies below the camera. */
function hoverBelow({ camera }: Scene, place: { z: number; ground: number; y: number }): number {
  return Math.max(0, camera.altitude - ((place.y - camera.horizon) * place.z) / camera.focal - place.ground);
}
