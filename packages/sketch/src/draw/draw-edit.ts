/** Four candidates of a picture changed as the prompt says; with a mask, only where that is white. */
import { varyScene } from '../compose/vary-scene.ts';
import { SketchError } from '../job/sketch-error.ts';
import { readPixels } from '../raster/read-pixels.ts';
import { findFigure } from '../references/find-figure.ts';
import { findScene } from '../references/found-scene.ts';
import { makeSmall } from '../references/small-picture.ts';
import type { Scene } from '../scene/scene.ts';
import { blurValues } from '../styles/plate.ts';
import { findSubject } from '../subjects/subjects.ts';
import { asFollowUp } from './edit/as-follow-up.ts';
import { type EditReadings, editReadings } from './edit/edit-readings.ts';
import { paintOver } from './paint-over.ts';
import { toCanvas, paintPicture } from '../paint/paint-picture.ts';
import { findMaskBox, layPatch, type Mask, createPatch, readMask } from '../paint/patches.ts';
import { regionScene } from './scene/region-scene.ts';
import { remixScene } from './scene/remix-scene.ts';
import { isRemoval } from './edit/edit-instruction.ts';
import { decodePicture, MAX_INPUT_EDGE, resizePicture } from '../raster/codec.ts';
import type { RawPicture, Pixels } from '../raster/raw-picture.ts';
import { type Job, findInput } from '../job/job.ts';
import { type DrawnPicture, type Drawing, parentPicture } from './drawing.ts';
import type { SketchPicture } from '../scene/picture.ts';

export async function drawEdit(requestedDrawing: Drawing): Promise<DrawnPicture> {
  const input = findInput(requestedDrawing.job, 'picture');
  if (!input) throw new SketchError('job_incomplete', 'an edit needs a picture');
  const drawing = { ...requestedDrawing, job: await asFollowUp(requestedDrawing.job) };
  const { job } = drawing;
  const original = await resizeToJob(job, await decodePicture(input.bytes, { maxEdge: MAX_INPUT_EDGE }));
  const picture: SketchPicture = job.parent
    ? parentPicture(job)
    : { scene: await findScene(input.bytes), found: true };
  const maskInput = findInput(job, 'mask');
  const mask = maskInput && (await readMask(maskInput.bytes, original));
  if (!mask || !findMaskBox(mask)) return editWhole(drawing, picture, original);
  return editRegion(drawing, { picture, original, mask });
}

async function resizeToJob({ width, height }: Job, original: RawPicture): Promise<RawPicture> {
  const isSameSize = original.width === width && original.height === height;
  return isSameSize ? original : resizePicture(original, { width, height });
}

async function editWhole(
  drawing: Drawing,
  picture: SketchPicture,
  original: RawPicture,
): Promise<DrawnPicture> {
  const { job, candidate } = drawing;
  const { width, height, seed } = job;
  const readings = editReadings(job);
  if (picture.found) {
    const figure = isRemoval(job.prompt) && namesFigure(readings) ? figureMask(original) : undefined;
    if (figure) return paintOver(drawing, { picture, original, mask: figure, readings, isWhole: false });
    const fullMask: Mask = { shares: new Float32Array(width * height).fill(1), width, height };
    return paintOver(drawing, { picture, original, mask: fullMask, readings, isWhole: true });
  }
  const remixedScene = remixScene(picture.scene, { ...readings, job, candidate });
  const scene =
    candidate === 0 ? remixedScene : varyScene(remixedScene, { seed, candidate, strength: 'subtle' });
  const editedPicture: SketchPicture = { scene, ...(picture.frame && { frame: picture.frame }) };
  return {
    pixels: readPixels(await paintPicture(editedPicture, { ...drawing, width, height })),
    picture: editedPicture,
  };
}

/** A building or a hill is not a figure in front of the rest. */
function namesFigure({ after }: EditReadings): boolean {
  return (after.without ?? []).some(name => findSubject(name) !== undefined);
}

/** The figure that "remove the dog" refers to in a picture. Undefined if nothing clearly stands out. */
function figureMask(original: RawPicture): Mask | undefined {
  const figure = findFigure(makeSmall(original));
  if (!figure || figure.confidence < 0.5) return undefined;
  const { width, height } = original;
  const reach = Math.ceil(figure.width * 0.06);
  const wide = blurValues(
    figure.mask.map(share => (share > 0.2 ? 1 : 0)),
    figure.width,
    reach,
  );
  const at = (x: number, y: number) =>
    wide[Math.floor((y / height) * figure.height) * figure.width + Math.floor((x / width) * figure.width)];
  return {
    shares: Float32Array.from({ length: width * height }, (_, index) =>
      at(index % width, Math.floor(index / width)) > 0.04 ? 1 : 0,
    ),
    width,
    height,
  };
}

/** Pixels outside the mask are identical to those of the file. */
async function editRegion(
  drawing: Drawing,
  from: { picture: SketchPicture; original: RawPicture; mask: Mask },
): Promise<DrawnPicture> {
  const { picture, original, mask } = from;
  const { job, candidate } = drawing;
  const readings = editReadings(job);
  if (picture.found) return paintOver(drawing, { ...from, readings, isWhole: false });
  const scene = regionScene(picture, { mask, readings, job, candidate, subjects: drawing.subjects });
  const patch = createPatch(mask, scene, {
    ...(picture.frame && { frame: picture.frame }),
    isFirm: lacksThings(picture, scene),
  });
  const canvas = toCanvas(original);
  await layPatch(canvas, patch, { subjects: drawing.subjects, frame: picture.frame });
  drawing.onProgress(1, canvas);
  const pixels = keepOutside(readPixels(canvas), original, mask);
  return { pixels, picture: { ...picture, patches: [...(picture.patches ?? []), patch] } };
}

/** Whether something of the picture is missing in the new scene, while the land around it is there. */
function lacksThings({ scene: before, patches = [] }: SketchPicture, scene: Scene): boolean {
  const oldScene = patches.at(-1)?.scene ?? before;
  return oldScene.setting === scene.setting && oldScene.things.some(thing => !scene.things.includes(thing));
}

/** Restores the pixels beyond the edge that the small mask of the recipe covers too. */
function keepOutside(pixels: Pixels, original: RawPicture, mask: Mask): Pixels {
  for (let at = 0; at < mask.shares.length; at++)
    if (mask.shares[at] < 0.5) pixels.data.set(original.data.subarray(at * 4, at * 4 + 4), at * 4);
  return pixels;
}
