/** Puts a thing into a box of the picture, as large as it fits, on ground or water if there is any in it. */
import { deriveSeed, seededRandom } from '../../../lib/random.ts';
import type { EngineJob } from '../../engine.ts';
import { landmarkShapes } from '../paint/landmarks/draw-landmark.ts';
import type { Frame } from '../paint/stage.ts';
import type { Scene, Thing } from '../scene.ts';
import { renderSubject } from '../subjects/draw-subject.ts';
import type { SubjectPack } from '../subjects/subject-pack.ts';
import { groundAt, placeAt } from './place-at.ts';

export interface Fit {
  /** Picture units. */
  readonly box: Frame;
  /** Which of how many that share the box. */
  readonly index: number;
  readonly count: number;
  readonly job: EngineJob;
  readonly candidate: number;
  readonly subjects?: SubjectPack;
}

export function fitIntoBox(scene: Scene, thing: Thing, fit: Fit): Thing {
  const { box, index, count, job, candidate } = fit;
  const random = seededRandom(deriveSeed(job.seed, `fit ${candidate} ${index}`));
  const room = box.width / Math.min(count, 4);
  const shape = shapeOf(thing, fit.subjects);
  const full = Math.min(box.height * 0.86, (room * 0.9) / shape);
  const size = full * [1, 0.86, 0.93, 0.78][candidate % 4]!;
  const spare = Math.max(0, room - size * shape);
  const column = count === 1 ? 0 : index % Math.min(count, 4);
  const x = box.x + column * room + room / 2 + (random() - 0.5) * spare * 0.8;
  const foot = footIn(scene, thing, { box, x, size, chance: random() });
  const placed = placeAt(scene, thing, { x, foot, size });
  return candidate % 2 === 0 ? placed : { ...placed, facing: placed.facing > 0 ? -1 : 1 };
}

/** Width over height of what is drawn. */
function shapeOf(thing: Thing, subjects: SubjectPack | undefined): number {
  if (thing.what === 'landmark') return Math.min(2, (landmarkShapes[thing.kind]?.reach ?? 0.5) * 1.95);
  if (!subjects) return 1;
  const drawn = renderSubject(subjects, {
    subject: thing.kind,
    heightPx: 64,
    ...(thing.action !== undefined && { action: thing.action }),
  });
  return drawn.width / 64;
}

/** Flying things hang in the middle; others stand as low in the box as there is what they stand on. */
function footIn(
  scene: Scene,
  thing: Thing,
  at: { box: Frame; x: number; size: number; chance: number },
): number {
  const { box, x, size, chance } = at;
  const spare = Math.max(0, box.height - size);
  const hung = box.y + size + spare * (0.35 + 0.3 * chance);
  if (thing.stance === 'flies' || thing.stance === 'hangs' || scene.setting === 'underwater') return hung;
  const wanted = thing.stance === 'floats' || thing.stance === 'swims' ? 'water' : 'land';
  const low = box.y + box.height * (0.97 - 0.05 * chance);
  for (let foot = low; foot > box.y + size * 0.7; foot -= box.height * 0.03)
    if (groundAt(scene, { x, foot }) === wanted) return foot;
  return low;
}
