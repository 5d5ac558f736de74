/** Finds a thing of a painted scene in a test. */
import assert from 'node:assert/strict';
import type { Scene, Thing } from '../scene/scene.ts';

/** Returns the first thing of a kind. The test fails if the scene has none. */
export function findThing({ things }: Pick<Scene, 'things'>, kind: string): Thing {
  const thing = things.find(one => one.kind === kind);
  assert.ok(thing, `no ${kind} among ${things.map(one => one.kind).join(', ')}`);
  return thing;
}
