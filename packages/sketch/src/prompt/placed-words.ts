/**
 * Finds which of the understood words the composed scene really contains. A moon under water,
 * for example, is not reported.
 */
import type { Scene, Thing } from '../scene/scene.ts';
import type { Landmark } from '../scene/reading.ts';
import type { FoundWord } from '../words/find-words.ts';
import type { Meaning } from '../words/vocabulary.ts';
import { hints } from './hints.ts';

/** Words that are drawn together: a noun after its number, size or color. */
export interface Mention {
  readonly before: readonly FoundWord[];
  readonly item: FoundWord;
}

/** The words as they were written, in the order of the prompt. */
export function placedWords(mentions: readonly Mention[], scene: Scene): string[] {
  return mentions.flatMap(({ before, item }) => {
    if (!isPlaced(item, scene)) return [];
    const count = countInScene(item, scene);
    const matchingWords = before.filter(({ meanings }) =>
      meanings.every(meaning => meaning.kind !== 'count' || count === undefined || meaning.value <= count),
    );
    return [...matchingWords, item].map(({ spelling }) => spelling);
  });
}

function isPlaced({ meanings, text }: FoundWord, scene: Scene): boolean {
  if (hints.has(text)) return false;
  if (bolts.has(text)) return scene.sky.lightning !== undefined;
  const visibleMeanings = meanings.filter(({ kind }) => visible.has(kind));
  return visibleMeanings.length === 0 || visibleMeanings.some(meaning => contains(scene, meaning));
}

/** Lightning, which not every storm shows. */
const bolts: ReadonlySet<string> = new Set(['lightning', 'lightning bolt', '闪电', '雷电']);

/** The kinds of meanings that are visible themselves. An action or a movement belongs to a thing. */
const visible: ReadonlySet<Meaning['kind']> = new Set([
  'subject',
  'landmark',
  'setting',
  'time',
  'weather',
  'season',
]);

function contains(scene: Scene, meaning: Meaning): boolean {
  const mountsByAction: Readonly<Partial<Record<string, string>>> = { riding: 'horse', cycling: 'bicycle' };
  switch (meaning.kind) {
    case 'subject':
      return placeableThings(scene).some(
        ({ kind, action }) =>
          kind === meaning.key || (action !== undefined && mountsByAction[action] === meaning.key),
      );
    case 'landmark':
      return showsLandmark(scene, meaning.value);
    case 'time':
    case 'weather':
    case 'season':
      return hasSky(scene) && scene[meaning.kind] === meaning.value;
    default:
      return true;
  }
}

/** Whether the weather is visible, which it is in a room too, through the window. */
function hasSky({ setting }: Scene): boolean {
  return setting !== 'underwater' && setting !== 'studio';
}

/** The place of a thing in the picture, in picture units. */
interface Spot {
  readonly thing: Thing;
  readonly middle: number;
  readonly height: number;
}

function placeableThings(scene: Scene): readonly Thing[] {
  return listSpots(scene).map(({ thing }) => thing);
}

function listSpots({ things, aspect, camera }: Scene): readonly Spot[] {
  return things
    .map((thing): Spot => {
      const scale = camera.focal / Math.max(thing.z, 0.01);
      return { thing, middle: aspect / 2 + thing.x * scale, height: thing.height * scale };
    })
    .filter(({ middle, height }) => middle + height / 2 > 0 && middle - height / 2 < aspect);
}

/**
 * A thing is covered if its middle is this near to the middle of a larger one before it, as a share of that
 * one's height. Most things are about as wide as high.
 */
const coveredShare = 0.35;

function isCovered({ thing, middle, height }: Spot, spots: readonly Spot[]): boolean {
  return spots.some(
    nearer =>
      nearer.thing.z < thing.z &&
      nearer.height > height &&
      Math.abs(nearer.middle - middle) < nearer.height * coveredShare,
  );
}

/** Counts how many of what a noun means are seen. Undefined if it is nothing that can be counted here. */
function countInScene({ meanings }: FoundWord, scene: Scene): number | undefined {
  const kinds = new Set(
    meanings.flatMap((meaning): string[] => {
      if (meaning.kind === 'subject') return [meaning.key];
      return meaning.kind === 'landmark' ? [meaning.value] : [];
    }),
  );
  if (kinds.size === 0) return undefined;
  const scatters = scene.scatters.filter(({ kind }) => kinds.has(kind));
  const spots = listSpots(scene);
  const things = spots.filter(spot => kinds.has(spot.thing.kind) && !isCovered(spot, spots)).length;
  const birds = kinds.has('birds') || kinds.has('bird') ? scene.birds : 0;
  return things + birds + scatters.reduce((sum, { count }) => sum + count, 0);
}

function showsLandmark(scene: Scene, kind: Landmark): boolean {
  const { sky, light, terrain, scatters, aspect } = scene;
  if (placeableThings(scene).some(thing => thing.kind === kind) || scatters.some(one => one.kind === kind))
    return true;
  const isLightSeen =
    light.x > -light.radius &&
    light.x < aspect + light.radius &&
    light.y < scene.camera.horizon + light.radius;
  switch (kind) {
    case 'moon':
    case 'sun':
      return hasSky(scene) && (sky.orbs ?? []).length + (light.body === kind && isLightSeen ? 1 : 0) > 0;
    case 'stars':
      return hasSky(scene) && sky.stars > 0;
    case 'aurora':
      return hasSky(scene) && sky.aurora > 0;
    case 'rainbow':
      return hasSky(scene) && sky.rainbow;
    case 'clouds':
      return hasSky(scene) && sky.cover > 0;
    case 'birds':
      return scene.birds > 0 || placeableThings(scene).some(thing => thing.kind === 'bird');
    case 'grass':
      return ['grass', 'meadow'].includes(terrain.cover);
    case 'path':
      return terrain.path !== undefined || scene.street !== undefined;
    case 'cliff':
    case 'island':
    case 'volcano':
      return terrain.features.some(feature => feature.kind === kind);
    case 'snowcap':
      return terrain.ranges.some(({ snowline }) => snowline < 1);
    case 'reflection':
      return terrain.shore !== undefined || terrain.river !== undefined;
    case 'skyline':
      return scatters.some(one => one.kind === 'tower-block') || scene.street !== undefined;
    default:
      return false;
  }
}
