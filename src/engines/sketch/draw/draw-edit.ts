/** Four candidates of a picture changed as the prompt says; with a mask, only where that is white. */
import { decodePicture, type RawPicture } from '../../../media/picture.ts';
import { varyScene } from '../compose/vary-scene.ts';
import { pixelsOf } from '../paint/pixels-of.ts';
import { sceneOfPicture } from '../references/found-scene.ts';
import type { DrawnPicture, Pixels, SketchPicture } from '../sketch-work.ts';
import { type Drawing, inputOf, parentPicture } from './drawing.ts';
import { editReadings } from './edit-readings.ts';
import { paintOver } from './paint-over.ts';
import { canvasOf, paintPicture } from './paint-picture.ts';
import { boxOf, layPatch, type Mask, patchOf, readMask } from './patches.ts';
import { regionScene } from './region-scene.ts';
import { remixScene } from './remix-scene.ts';

export async function drawEdit(drawing: Drawing): Promise<DrawnPicture> {
  const { job } = drawing;
  const input = inputOf(job, 'picture');
  if (!input) throw new Error('an edit needs a picture');
  const found = await decodePicture(input.bytes);
  const picture: SketchPicture = job.parent
    ? parentPicture(job)
    : { scene: await sceneOfPicture(input.bytes), found: true };
  const sent = inputOf(job, 'mask');
  const mask = sent && (await readMask(sent.bytes, found));
  if (!mask || !boxOf(mask)) return editWhole(drawing, picture, found);
  return editRegion(drawing, { picture, found, mask });
}

async function editWhole(drawing: Drawing, picture: SketchPicture, found: RawPicture): Promise<DrawnPicture> {
  const { job, candidate } = drawing;
  const { width, height, seed } = job;
  const readings = editReadings(job);
  if (picture.found) {
    const whole: Mask = { shares: new Float32Array(width * height).fill(1), width, height };
    return paintOver(drawing, { picture, found, mask: whole, readings, whole: true });
  }
  const remixed = remixScene(picture.scene, { ...readings, job, candidate });
  const scene = candidate === 0 ? remixed : varyScene(remixed, { seed, candidate, strength: 'subtle' });
  const edited: SketchPicture = { scene, ...(picture.frame && { frame: picture.frame }) };
  return { pixels: pixelsOf(await paintPicture(edited, { ...drawing, width, height })), picture: edited };
}

/** Pixels outside the mask are those of the file, to the bit. */
async function editRegion(
  drawing: Drawing,
  from: { picture: SketchPicture; found: RawPicture; mask: Mask },
): Promise<DrawnPicture> {
  const { picture, found, mask } = from;
  const { job, candidate } = drawing;
  const readings = editReadings(job);
  if (picture.found) return paintOver(drawing, { ...from, readings, whole: false });
  const scene = regionScene(picture, { mask, readings, job, candidate, subjects: drawing.subjects });
  const patch = patchOf(mask, scene, picture.frame);
  const canvas = canvasOf(found);
  await layPatch(canvas, patch, { subjects: drawing.subjects, frame: picture.frame });
  drawing.onProgress(1, canvas);
  const pixels = keepOutside(pixelsOf(canvas), found, mask);
  return { pixels, picture: { ...picture, patches: [...(picture.patches ?? []), patch] } };
}

/** What the small mask of the recipe lets slip over the edge is taken back. */
function keepOutside(pixels: Pixels, found: RawPicture, mask: Mask): Pixels {
  for (let at = 0; at < mask.shares.length; at++)
    if (mask.shares[at]! < 0.5) pixels.data.set(found.data.subarray(at * 4, at * 4 + 4), at * 4);
  return pixels;
}
