/** What those who are in a picture begin to do while it is filmed: a fox that sits gets up and walks. */
import { createLand } from '../paint/land.ts';
import type { Going, Reading } from '../reading.ts';
import type { Scene, Thing } from '../scene.ts';
import { betterWay, upright } from './bring-to-life.ts';

export interface Doing {
  readonly kind: string;
  readonly action?: string;
  readonly goes?: Going;
}

/** Of a reading, what concerns things of the scene and is new to them. */
export function doingsOf({ subjects, landmarks }: Reading, { things }: Scene): Doing[] {
  const told: Doing[] = [
    ...subjects.map(({ subject, action, goes }) => ({
      kind: subject,
      ...(action !== undefined && { action }),
      ...(goes && { goes }),
    })),
    ...landmarks.map(({ kind, goes }) => ({ kind, ...(goes && { goes }) })),
  ];
  return told.filter(
    ({ kind, action, goes }) =>
      (action !== undefined || goes !== undefined) &&
      things.some(
        thing => thing.kind === kind && (thing.action !== action || (goes !== undefined && !thing.goes)),
      ),
  );
}

/** The scene once they do it, `from` these seconds on. */
export function withDoings(scene: Scene, doings: readonly Doing[], from: number): Scene {
  const land = createLand(scene);
  const things = scene.things.map((thing): Thing => {
    const doing = doings.find(({ kind }) => kind === thing.kind);
    if (!doing) return thing;
    const action = doing.action ?? thing.action;
    const { goes = doing.goes && { ...doing.goes, from } } = thing;
    const facing = goes && !thing.goes ? betterWay(scene, thing, land) : thing.facing;
    return upright({ ...thing, facing, ...(action !== undefined && { action }), ...(goes && { goes }) });
  });
  return { ...scene, things };
}
