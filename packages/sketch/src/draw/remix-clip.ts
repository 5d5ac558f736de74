/** Remixes a clip: changes its first picture by the prompt and keeps its motion. */
import { animateScene } from '../clip/motion/animate-scene.ts';
import { changeMood } from '../clip/painters/changing-scene.ts';
import { planClip } from '../clip/motion/clip-plan.ts';
import { readMotion } from '../clip/motion/read-motion.ts';
import { composeScene } from '../compose/compose-scene.ts';
import { varyScene } from '../compose/vary-scene.ts';
import { readPixels } from '../raster/read-pixels.ts';
import { findScene } from '../references/found-scene.ts';
import { readPrompt } from '../words/read-prompt.ts';
import type { ClipInput } from './drawing.ts';
import { drawEdit } from './draw-edit.ts';
import { drawRetexture } from './draw-retexture.ts';
import { editReadings } from './edit/edit-readings.ts';
import { encodeFilmed, pickFilmed } from './pixels/filmed-pixels.ts';
import { findMaterial } from './material/materials.ts';
import { toCanvas } from '../paint/paint-picture.ts';
import { recolor } from './material/recolor.ts';
import { remixScene } from './scene/remix-scene.ts';
import { encodeWebp } from '../raster/codec.ts';
import type { Job } from '../job/job.ts';
import type { ClipPlan } from '../scene/clip-plan.ts';
import type { FilmedPicture, SketchPicture } from '../scene/picture.ts';
import type { Pixels } from '../raster/raw-picture.ts';

export async function remixClip(input: ClipInput, parent: SketchPicture): Promise<FilmedPicture> {
  const { job } = input;
  const { first, last } = pickFilmed(job);
  const { ofPicture: _, ...plan } = remixPlan(input, {
    ...(parent.clip ?? planClip({ ...input, scene: parent.scene })),
    ...pickFilmed(job),
  });
  const end = last !== undefined && { last: await changePixels(last, input) };
  if (first !== undefined) {
    const { time } = readPrompt(job.prompt, job.exclude);
    const scene = time ? changeMood(parent.scene, { time }) : parent.scene;
    const clip = { ...plan, ofPicture: true, first: await changePixels(first, input), ...end } as const;
    return { ...parent, scene, clip };
  }
  return {
    scene: remixOpening(input, parent),
    ...(parent.frame && { frame: parent.frame }),
    clip: { ...plan, ...end },
  };
}

/**
 * The motion of the original clip, over the length of this one. Motion in the new prompt takes precedence.
 */
function remixPlan({ job, candidate }: ClipInput, before: ClipPlan): ClipPlan {
  const { seconds = before.seconds, loop = before.loop, motion, prompt, exclude } = job;
  const { move, becomes } = readMotion(prompt);
  // The weather of a found picture is not in its pixels: it sets in.
  const { weather } = before.first === undefined ? {} : readPrompt(prompt, exclude);
  const turns = weather ? { weather, ...becomes } : becomes;
  const pace = seconds / before.seconds;
  const legs = before.legs.map(leg => ({
    ...leg,
    from: leg.from * pace,
    until: leg.until * pace,
    variant: leg.variant + candidate,
    ...(motion && { energy: motion }),
    ...(move && { move }),
    ...(turns && { becomes: turns }),
  }));
  return { ...before, legs, seconds, loop };
}

function remixOpening({ job, candidate }: ClipInput, { scene }: SketchPicture) {
  const remixedScene = remixScene(scene, { ...editReadings(job), job, candidate });
  const variation =
    candidate === 0
      ? remixedScene
      : varyScene(remixedScene, { seed: job.seed, candidate, strength: 'subtle' });
  const { begins } = readMotion(job.prompt);
  return animateScene(begins ? changeMood(variation, begins) : variation);
}

/** Only the pixels of a foreign picture are known: new things are painted over them, and they are relit. */
async function changePixels(base64: string, { job, subjects }: ClipInput): Promise<string> {
  const filmedAnew = await encodeFilmed(Buffer.from(base64, 'base64'), job);
  // All candidates are filmed from the same picture.
  const drawing = { candidate: 0, subjects, onProgress: () => {} };
  if (namesMaterial.test(job.prompt) && findMaterial(job.prompt)) {
    const { pixels } = await drawRetexture({ ...drawing, job: await createPictureJob(filmedAnew, job) });
    return encodePixels(pixels);
  }
  const { pixels } = await drawEdit({ ...drawing, job: await createPictureJob(filmedAnew, job) });
  const { palette, time, season } = readPrompt(job.prompt, job.exclude);
  if (palette.length === 0 && !time && !season) return encodePixels(pixels);
  const canvas = toCanvas(pixels);
  recolor(
    canvas,
    composeScene(readPrompt(job.prompt, job.exclude), { ...job, candidate: 0 }).light.palette,
    0.65,
  );
  return encodePixels(readPixels(canvas));
}

const namesMaterial =
  /\b(made|built|knitted|carved|cast|folded) (out )?(of|from|in)\b|\b(turn|turned|change|changed|convert|converted) (it |everything |all )?(in)?to\b|变成|做的|制成/i;

/** Changes the job as if the earlier clip had been made of this picture alone. */
async function createPictureJob(base64: string, job: Job): Promise<Job> {
  const { width, height } = job;
  const bytes = Buffer.from(base64, 'base64');
  const pictures = [{ scene: await findScene(bytes), found: true }];
  return {
    ...job,
    inputs: [{ role: 'picture', contentType: 'image/webp', width, height, bytes }],
    ...(job.parent && { parent: { ...job.parent, candidate: 0, recipe: { pictures } } }),
  };
}

async function encodePixels(pixels: Pixels): Promise<string> {
  return Buffer.from(await encodeWebp(pixels)).toString('base64');
}
