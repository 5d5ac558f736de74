/** Draws one candidate of the parent, unchanged or repainted with more detail. */
import { readPixels } from '../raster/read-pixels.ts';
import { addTexture } from './pixels/add-texture.ts';
import { enrichScene } from './scene/enrich-scene.ts';
import { paintPicture } from '../paint/paint-picture.ts';
import { decodePicture, MAX_INPUT_EDGE, resizePicture } from '../raster/codec.ts';
import type { RawPicture, Pixels } from '../raster/raw-picture.ts';
import { type DrawnPicture, type Drawing, parentPicture } from './drawing.ts';
import type { SketchPicture } from '../scene/picture.ts';
import { findInput } from '../job/job.ts';

export async function drawUpscale(drawing: Drawing): Promise<DrawnPicture> {
  const { job } = drawing;
  const { width, height, enhance } = job;
  const picture = parentPicture(job);
  const input = findInput(job, 'picture');
  if (input && enhance === undefined && input.width === width && input.height === height)
    return { pixels: wrapPixels(await decodePicture(input.bytes)), picture };
  if (input && picture.found)
    return {
      pixels: await enlarge(drawing, await decodePicture(input.bytes, { maxEdge: MAX_INPUT_EDGE })),
      picture,
    };
  const paintedPicture = enhance === 'creative' ? enrichPicture(picture) : picture;
  const canvas = await paintPicture(paintedPicture, { ...drawing, width, height });
  if (enhance === 'creative') addTexture(canvas, { strength: 1, seed: job.seed });
  return { pixels: readPixels(canvas), picture: paintedPicture };
}

/** Adds detail to every scene in the picture. */
function enrichPicture(picture: SketchPicture): SketchPicture {
  return {
    ...picture,
    scene: enrichScene(picture.scene),
    ...(picture.patches && {
      patches: picture.patches.map(patch => ({ ...patch, scene: enrichScene(patch.scene) })),
    }),
  };
}

/** Resamples and sharpens the pixels of a foreign picture, because it has no scene. */
async function enlarge({ job }: Drawing, original: RawPicture): Promise<Pixels> {
  const { width, height, enhance } = job;
  const scale = Math.max(1, width / original.width);
  const larger = await resizePicture(original, { width, height, ...(enhance && { sharpen: scale * 0.6 }) });
  const pixels = wrapPixels(larger);
  if (enhance) addTexture(pixels, { strength: enhance === 'creative' ? 1.5 : 0.6, seed: job.seed });
  return pixels;
}

function wrapPixels({ data, width, height }: RawPicture): Pixels {
  // A copy: the decoder's buffer may be part of a larger one, which cannot be handed to another thread.
  return { data: new Uint8Array(data), width, height };
}
