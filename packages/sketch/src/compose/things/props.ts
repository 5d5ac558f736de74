/** Props for actions: food for a figure that eats, a book for one that reads. */
import { createLand } from '../../land/land.ts';
import type { Reading } from '../../scene/reading.ts';
import type { Scene, Thing } from '../../scene/scene.ts';
import { posedSubject, findSubject } from '../../subjects/subjects.ts';
import { isKeptOut } from '../elements/apply-exclusions.ts';
import { standsInWater } from './raise-ground.ts';

export function addProps(scene: Scene, reading: Reading): Scene {
  const props = scene.things.flatMap(thing => createProps(thing, scene, reading));
  if (props.length === 0) return scene;
  // If the prompt names a book, the open book replaces it.
  const isRead = props.some(({ kind }) => kind === 'open-book');
  const things = scene.things.filter(({ kind }) => !isRead || kind !== 'book');
  return { ...scene, things: [...things, ...props] };
}

function createProps(thing: Thing, scene: Scene, reading: Reading): Thing[] {
  const kind = propKind(thing);
  if (kind === undefined || thing.stance !== 'stands' || isKeptOut(reading, kind)) return [];
  if (scene.things.some(other => other.kind === kind)) return [];
  const { color: _, action: __, ...rest } = thing;
  const isPerson = findSubject(thing.kind)?.group === 'person';
  const height = thing.height * (isPerson ? 0.19 : kind === 'open-book' ? 0.32 : 0.24);
  // People hold the prop before them; for animals it lies on the ground before the mouth.
  const x = thing.x + thing.facing * thing.height * (isPerson ? 0.1 : 0.6);
  const lift = thing.lift + (isPerson ? thing.height * 0.38 : 0);
  // No prop lies on water.
  const prop = { ...rest, kind, x, z: thing.z * 0.99, height, lift };
  return lift === 0 && isWet(scene, prop) ? [] : [prop];
}

function isWet(scene: Scene, prop: Thing): boolean {
  const { shore, river } = scene.terrain;
  return (shore !== undefined || river !== undefined) && standsInWater(prop, createLand(scene));
}

const foods: Readonly<Partial<Record<string, string>>> = {
  rabbit: 'carrot',
  horse: 'carrot',
  donkey: 'carrot',
  dog: 'bone',
  wolf: 'meat-on-bone',
  lion: 'meat-on-bone',
  tiger: 'meat-on-bone',
  panda: 'leafy-green',
  cow: 'leafy-green',
  sheep: 'leafy-green',
  goat: 'leafy-green',
  deer: 'leafy-green',
};

/** Undefined for a figure whose illustration already shows the action. */
function propKind({ what, kind, action }: Thing): string | undefined {
  if (what !== 'subject' || posedSubject(kind, action)?.key !== kind) return undefined;
  if (action === 'eating') return foods[kind] ?? 'noodles';
  if (action === 'reading') return 'open-book';
  return undefined;
}
