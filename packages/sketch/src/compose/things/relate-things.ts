/** Places things that are on, in, under, between, beside or in front of others that already have a place. */
import type { Reading, Relation } from '../../scene/reading.ts';
import type { Scene, Thing } from '../../scene/scene.ts';
import { type BetweenRelation, flankedSize, reachBeside, findSide } from '../elements/carriers.ts';
import type { SceneElement } from '../elements/scene-element.ts';

type Ground = Pick<Scene, 'camera' | 'terrain' | 'aspect' | 'setting'>;

export interface Place {
  readonly across: number;
  readonly z: number;
  readonly lift?: number;
}

/** Returns the place at which `element` stands in this relation to a thing that is already placed. */
export function findRelatedPlace(
  relation: Relation,
  to: { scene: Ground; partner: Thing; element: SceneElement; first: Place; index: number },
): Place {
  const { scene, partner, element, first, index } = to;
  const scale = scene.camera.focal / partner.z;
  const across = 0.5 + (partner.x * scale) / scene.aspect;
  const sidestep = (index * element.height * scale * 0.75) / scene.aspect;
  const isOutward = scene.setting === 'coast' && across > 0.3 && across < 0.7;
  const direction = across < 0.5 === isOutward ? -1 : 1;
  const sideDistance =
    (partner.height * scale * 0.32 + (scene.camera.focal * element.height * 0.4) / first.z + 0.03) /
    scene.aspect;
  const positionBeside = clampShare(across + direction * sideDistance, 0.08);
  const heldPosition = passengerPosition(relation, partner);
  if (heldPosition)
    return {
      across: across + sidestep,
      z: partner.z * heldPosition.depth,
      lift: partner.height * heldPosition.lift,
    };
  if (relation === 'on')
    return element.height > partner.height
      ? { ...first, across }
      : { across, z: partner.z * 0.995, lift: partner.height * 0.9 };
  if (relation === 'above')
    return {
      across: clampShare(
        across + direction * (hasRoomAbove(scene, { partner, element, z: first.z }) ? 0.05 : sideDistance),
        0.15,
      ),
      z: first.z,
      lift: liftAbove(scene, { partner, element, z: first.z }),
    };
  if (relation === 'behind')
    return {
      across: clampShare(across + direction * sideDistance * 0.7, 0.08),
      z: Math.max(first.z, partner.z * 1.25),
    };
  if (relation === 'before')
    return {
      across: clampShare(across + direction * sideDistance * 0.6, 0.08),
      z: Math.min(first.z, partner.z * 0.8),
    };
  if (relation === 'under' && partner.kind === 'bridge')
    return {
      across: across + (direction * 1.3 * partner.height * scale) / scene.aspect,
      z: partner.z * 1.004,
      lift: 0,
    };
  if (relation === 'under') return { across: across + direction * 0.02, z: partner.z * 0.96 };
  return { across: positionBeside, z: first.z };
}

/** Counts the things that are on, in or under a carrier. */
export function countRiders({ relations }: Reading, elements: readonly SceneElement[], kind: string): number {
  const carrier = elements.find(element => element.kind === kind)?.name;
  const riders = elements.filter(({ name }) =>
    relations.some(({ from, relation, to }) => from === name && to === carrier && relation !== 'beside'),
  );
  return Math.max(
    1,
    riders.reduce((sum, { count }) => sum + count, 0),
  );
}

/** The position of a passenger on, in or under its carrier, in shares of the carrier's depth and height. */
function passengerPosition(relation: Relation, { kind }: Thing): { depth: number; lift: number } | undefined {
  if (relation === 'on' && kind === 'house') return { depth: 0.995, lift: 0.9 };
  if (relation === 'on' && kind === 'table') return { depth: 0.998, lift: 0.985 };
  // A passenger is behind the side of a canoe, or between the legs of a table.
  if (relation === 'in' && kind === 'canoe') return { depth: 1.004, lift: 0.12 };
  if (relation === 'under' && kind === 'table') return { depth: 1.002, lift: 0 };
  return undefined;
}

/** Places one of three things that stand side by side: one in the middle and one on each side of it. */
export function findFlankPlace(
  relation: BetweenRelation,
  {
    scene,
    element,
    index,
    elements,
    sizeOfElement,
  }: {
    scene: Ground;
    element: SceneElement;
    index: number;
    size: number;
    elements: readonly SceneElement[];
    sizeOfElement: (element: SceneElement) => number;
  },
): Place | undefined {
  const middle = elements.find(({ name }) => name === relation.middle);
  if (!middle) return undefined;
  const maxSize = flankedSize(relation, elements, scene.aspect);
  const z = (scene.camera.focal * middle.height) / Math.min(sizeOfElement(middle), maxSize);
  if (element === middle && index === 0) return { across: 0.5, z };
  const side = findSide(relation, element.name, index);
  if (side === undefined) return undefined;
  const distance = (reachBeside(middle, element) * scene.camera.focal) / z / scene.aspect;
  return { across: 0.5 + side * Math.min(0.38, distance), z: z * 1.03 };
}

function hasRoomAbove(scene: Ground, pair: { partner: Thing; element: SceneElement; z: number }): boolean {
  const { camera, terrain } = scene;
  const top =
    camera.horizon +
    ((camera.altitude - terrain.ground - pair.partner.height) * camera.focal) / pair.partner.z;
  return top > (camera.focal * pair.element.height) / pair.z + 0.03;
}

/** Returns the lift in meters that puts a thing above its partner in the picture, as far as there is room. */
function liftAbove(scene: Ground, pair: { partner: Thing; element: SceneElement; z: number }): number {
  const { camera, terrain } = scene;
  const scale = camera.focal / pair.partner.z;
  const top =
    camera.horizon + (camera.altitude - terrain.ground - pair.partner.lift - pair.partner.height) * scale;
  const size = (camera.focal * pair.element.height) / pair.z;
  const y = Math.max(size + 0.04, top + size * 0.05);
  return Math.max(0, camera.altitude + ((camera.horizon - y) * pair.z) / camera.focal - terrain.ground);
}

export function clampShare(value: number, margin: number): number {
  return Math.min(1 - margin, Math.max(margin, value));
}
