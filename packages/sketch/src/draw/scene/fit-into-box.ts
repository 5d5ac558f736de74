/** Puts a thing into a box of the picture, as large as it fits, on ground or water if there is any in it. */
import { landmarkShapes } from '../../paint/landmarks/draw-landmark.ts';
import type { Scene, Thing } from '../../scene/scene.ts';
import { renderSubject } from '../../subjects/draw-subject.ts';
import type { SubjectPack } from '../../subjects/subject-pack.ts';
import { groundAt, type PictureSpot, placeAt } from '../../land/place-at.ts';
import { deriveSeed, seededRandom } from '../../random/random.ts';
import type { Job } from '../../job/job.ts';
import type { Frame } from '../../scene/picture.ts';

export interface Fit {
  /** The box into which the thing is put, in picture units. */
  readonly box: Frame;
  /** The index of this thing among those that share the box, from 0. */
  readonly index: number;
  /** The number of things that share the box. */
  readonly count: number;
  readonly job: Job;
  readonly candidate: number;
  readonly subjects?: SubjectPack;
}

export function fitIntoBox(scene: Scene, thing: Thing, fit: Fit): Thing {
  const { box, index, count, job, candidate } = fit;
  const random = seededRandom(deriveSeed(job.seed, `fit ${candidate} ${index}`));
  const columnWidth = box.width / Math.min(count, 4);
  const aspect = measureAspect(thing, fit.subjects);
  const fullHeight = Math.min(box.height * 0.86, (columnWidth * 0.9) / aspect);
  const size = fullHeight * [1, 0.86, 0.93, 0.78][candidate % 4];
  const freeWidth = Math.max(0, columnWidth - size * aspect);
  const column = count === 1 ? 0 : index % Math.min(count, 4);
  const x = box.x + column * columnWidth + columnWidth / 2 + (random() - 0.5) * freeWidth * 0.8;
  const foot = chooseFoot(scene, thing, { box, x, size, chance: random() });
  const spot = fitWithin({ x, foot, size }, { box, thing, subjects: fit.subjects });
  const placedThing = placeAt(scene, thing, spot);
  return candidate % 2 === 0 ? placedThing : { ...placedThing, facing: placedThing.facing > 0 ? -1 : 1 };
}

/** Makes the thing smaller, or moves it, so that all of it is inside the box. */
export function fitWithin(
  { x, foot, size }: PictureSpot,
  options: { box: Frame; thing: Thing; subjects: SubjectPack | undefined },
): PictureSpot {
  const { box } = options;
  const aspect = measureAspect(options.thing, options.subjects);
  const lowestFoot = Math.min(foot, box.y + box.height * 0.97);
  const availableHeight = Math.min(lowestFoot - box.y, (box.width * 0.94) / aspect, box.height * 0.94);
  const fittedSize = Math.min(size, availableHeight > box.height * 0.25 ? availableHeight : box.height * 0.9);
  const halfWidth = Math.min(box.width, fittedSize * aspect) / 2;
  return {
    x: Math.max(box.x + halfWidth, Math.min(box.x + box.width - halfWidth, x)),
    foot: Math.max(lowestFoot, box.y + fittedSize),
    size: fittedSize,
  };
}

/**
 * Measures the width over the height of what is drawn. If the foot is not in the middle, both sides count as
 * long as the longer one.
 */
function measureAspect(thing: Thing, subjects: SubjectPack | undefined): number {
  if (thing.what === 'landmark') return (landmarkShapes[thing.kind]?.reach ?? 0.5) * 1.95;
  if (!subjects) return 1;
  const sprite = renderSubject(subjects, {
    subject: thing.kind,
    heightPx: 64,
    ...(thing.action !== undefined && { action: thing.action }),
  });
  return (2 * Math.max(sprite.footX, sprite.width - sprite.footX)) / 64;
}

/** Flying things are in the middle. Others stand as low in the box as there is ground or water for them. */
function chooseFoot(
  scene: Scene,
  thing: Thing,
  { box, x, size, chance }: { box: Frame; x: number; size: number; chance: number },
): number {
  const freeHeight = Math.max(0, box.height - size);
  const suspendedFoot = box.y + size + freeHeight * (0.35 + 0.3 * chance);
  if (thing.stance === 'flies' || thing.stance === 'hangs' || scene.setting === 'underwater')
    return suspendedFoot;
  const surface = thing.stance === 'floats' || thing.stance === 'swims' ? 'water' : 'land';
  const lowestFoot = box.y + box.height * (0.97 - 0.05 * chance);
  for (let foot = lowestFoot; foot > box.y + size * 0.7; foot -= box.height * 0.03)
    if (groundAt(scene, { x, foot }) === surface) return foot;
  return lowestFoot;
}
