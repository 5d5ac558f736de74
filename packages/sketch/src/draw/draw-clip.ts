/** One candidate of a clip, and what it starts from. */
import { animateScene } from '../clip/motion/animate-scene.ts';
import { changeMood } from '../clip/painters/changing-scene.ts';
import { planClip } from '../clip/motion/clip-plan.ts';
import { readMotion } from '../clip/motion/read-motion.ts';
import { openClip } from '../clip/paint-clip.ts';
import { readReferenceScene } from '../references/reference.ts';
import { composeJob } from './draw-grid.ts';
import { type ClipInput, parentPicture } from './drawing.ts';
import { encodeFilmed, pickFilmed } from './pixels/filmed-pixels.ts';
import { remixClip } from './remix-clip.ts';
import type { ClipPlan } from '../scene/clip-plan.ts';
import type { FilmedPicture, SketchPicture } from '../scene/picture.ts';
import { findInput } from '../job/job.ts';

/** A clip that is ready to be painted, frame by frame. */
export interface ClipDrawing {
  /**
   * The first picture and its motion. They are stored with the clip, so that follow-ups can start from them.
   */
  readonly picture: FilmedPicture;
  /** RGBA of one frame, 0 for the first. Valid until the next call; any order. */
  frame(index: number): Uint8Array;
}

export async function drawClip(input: ClipInput): Promise<ClipDrawing> {
  const { job, subjects } = input;
  const { width, height, framesPerSecond = 24 } = job;
  const picture = await firstPicture(input);
  const clip = await openClip(picture, { width, height, framesPerSecond, subjects });
  return { picture, frame: index => clip.frame(index) };
}

/**
 * Makes the first picture of the clip and its motion: from the parent, from a foreign picture, or from the
 * prompt alone.
 */
export async function firstPicture(input: ClipInput): Promise<FilmedPicture> {
  const { job } = input;
  const parent = job.parent && parentPicture(job);
  if (parent && job.remix) return remixClip(input, parent);
  const before = job.extend ? parent?.clip && { ...pickFilmed(job), ...parent.clip } : undefined;
  if (parent && before) return addPlan(parent, { ...input, before });
  const [pictureInput, last] = [findInput(job, 'picture'), findInput(job, 'last')];
  const end = last && { last: await encodeFilmed(last.bytes, job) };
  if (parent && !parent.found) return addPlan(parent, input, end);
  if (parent && !pictureInput) return addPlan(parent, input, { ...pickFilmed(job), ...end });
  if (!pictureInput) return addPlan({ scene: await openingScene(input) }, input, end);
  const scene = parent?.scene ?? (await readReferenceScene(pictureInput));
  return addPlan({ scene, found: true }, input, {
    first: await encodeFilmed(pictureInput.bytes, job),
    ...end,
  });
}

function addPlan(
  picture: SketchPicture,
  input: ClipInput & { before?: ClipPlan },
  pixels: Pick<ClipPlan, 'first' | 'last'> = {},
): FilmedPicture {
  const plan = planClip({ ...input, scene: picture.scene });
  return { ...picture, clip: { ...plan, ...pixels } };
}

/** A prompt such as "from day to night" sets the time of day at the start. */
async function openingScene({ job, candidate }: ClipInput) {
  const scene = await composeJob(job, candidate);
  const { begins } = readMotion(job.prompt);
  return animateScene(begins ? changeMood(scene, begins) : scene);
}
