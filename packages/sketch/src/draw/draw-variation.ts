/** Four candidates that keep the idea of one candidate of the parent, or move it towards another prompt. */
import { type Strength, varyScene } from '../compose/vary-scene.ts';
import { readPixels } from '../raster/read-pixels.ts';
import type { Scene } from '../scene/scene.ts';
import { readPrompt } from '../words/read-prompt.ts';
import { editReadings } from './edit/edit-readings.ts';
import { isRemixed } from './other-surroundings.ts';
import { paintOver } from './paint-over.ts';
import { paintPicture } from '../paint/paint-picture.ts';
import { remixScene } from './scene/remix-scene.ts';
import { varyPixels } from './pixels/vary-pixels.ts';
import { decodePicture, MAX_INPUT_EDGE } from '../raster/codec.ts';
import type { RawPicture } from '../raster/raw-picture.ts';
import { type Job, findInput } from '../job/job.ts';
import { type DrawnPicture, type Drawing, parentPicture } from './drawing.ts';
import type { SketchPicture } from '../scene/picture.ts';

export async function drawVariation(drawing: Drawing): Promise<DrawnPicture> {
  const { job, candidate } = drawing;
  const { width, height } = job;
  const parent = parentPicture(job);
  const input = findInput(job, 'picture');
  if (parent.found && input)
    return varyForeignPicture(drawing, parent, await decodePicture(input.bytes, { maxEdge: MAX_INPUT_EDGE }));
  const picture = varyPicture(parent, { job, candidate });
  const canvas = await paintPicture(picture, { ...drawing, width, height });
  return { pixels: readPixels(canvas), picture };
}

/** Only the pixels of a foreign picture are known. Another prompt is painted over them. */
async function varyForeignPicture(
  drawing: Drawing,
  parent: SketchPicture,
  original: RawPicture,
): Promise<DrawnPicture> {
  const { job, candidate } = drawing;
  const { width, height, seed, strength = 'usual' } = job;
  const pixels = await varyPixels(original, { width, height, seed, candidate, strength });
  if (!isRemixed(job)) return { pixels, picture: parent };
  const mask = { shares: new Float32Array(width * height).fill(1), width, height };
  return paintOver(drawing, {
    picture: parent,
    original: pixels,
    mask,
    readings: editReadings(job),
    isWhole: true,
  });
}

/** Patches of the parent are varied alike, so that both sides of their edges still fit. */
function varyPicture(parent: SketchPicture, options: { job: Job; candidate: number }): SketchPicture {
  const { job, candidate } = options;
  const strength: Strength = job.strength ?? 'usual';
  const vary = (scene: Scene) => varyScene(scene, { seed: job.seed, candidate, strength });
  if (isRemixed(job)) return { ...pickFrame(parent), scene: vary(remixVariation(parent.scene, options)) };
  return {
    ...pickFrame(parent),
    scene: vary(parent.scene),
    ...(parent.patches && {
      patches: parent.patches.map(patch => ({ ...patch, scene: vary(patch.scene) })),
    }),
  };
}

function pickFrame({ frame }: SketchPicture): Pick<SketchPicture, 'frame'> {
  return frame ? { frame } : {};
}

function remixVariation(scene: Scene, { job, candidate }: { job: Job; candidate: number }): Scene {
  const before = readPrompt(job.parent?.prompt ?? '', []);
  return remixScene(scene, { before, after: readPrompt(job.prompt, job.exclude), job, candidate });
}
