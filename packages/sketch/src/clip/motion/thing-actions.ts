/** Actions that figures of a picture begin during a clip: a sitting fox gets up and walks. */
import { createLand } from '../../land/land.ts';
import type { Reading } from '../../scene/reading.ts';
import type { Scene, Thing } from '../../scene/scene.ts';
import { betterDirection, standUpright } from './animate-scene.ts';
import type { ThingAction } from '../../scene/clip-plan.ts';

/** Returns the actions in a reading that are new for things of the scene. */
export function findNewActions({ subjects, landmarks }: Reading, { things }: Scene): ThingAction[] {
  const mentionedActions: ThingAction[] = [
    ...subjects.map(({ subject, action, goes }) => ({
      kind: subject,
      ...(action !== undefined && { action }),
      ...(goes && { goes }),
    })),
    ...landmarks.map(({ kind, goes }) => ({ kind, ...(goes && { goes }) })),
  ];
  return mentionedActions.filter(
    ({ kind, action, goes }) =>
      (action !== undefined || goes !== undefined) &&
      things.some(
        thing => thing.kind === kind && (thing.action !== action || (goes !== undefined && !thing.goes)),
      ),
  );
}

/** The scene with these actions, which begin after `from` seconds. */
export function withActions(scene: Scene, doings: readonly ThingAction[], from: number): Scene {
  const land = createLand(scene);
  const things = scene.things.map((thing): Thing => {
    const doing = doings.find(({ kind }) => kind === thing.kind);
    if (!doing) return thing;
    const action = doing.action ?? thing.action;
    const { goes = doing.goes && { ...doing.goes, from } } = thing;
    const facing = goes && !thing.goes ? betterDirection(scene, thing, land) : thing.facing;
    return standUpright({ ...thing, facing, ...(action !== undefined && { action }), ...(goes && { goes }) });
  });
  return { ...scene, things };
}
