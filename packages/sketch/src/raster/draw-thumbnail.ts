/** A small copy of a picture that is still being painted. */
import { type Canvas, createCanvas } from '@napi-rs/canvas';
import { readPixels } from './read-pixels.ts';
import type { Pixels } from './raw-picture.ts';

const longestEdge = 320;

/**
 * `picture` is the size of the finished picture, which alone decides the size of the copy. The canvas may
 * be smaller (a low quality, an early stop) or larger (a tilted view, which is turned and cropped at the
 * end): its middle fills the copy.
 */
export function drawThumbnail(
  canvas: Canvas,
  picture: { readonly width: number; readonly height: number },
): Pixels {
  const scale = Math.min(1, longestEdge / Math.max(picture.width, picture.height));
  const width = Math.max(1, Math.round(picture.width * scale));
  const height = Math.max(1, Math.round(picture.height * scale));
  const small = createCanvas(width, height);
  const cover = Math.max(width / canvas.width, height / canvas.height);
  const [drawnWidth, drawnHeight] = [canvas.width * cover, canvas.height * cover];
  small
    .getContext('2d')
    .drawImage(canvas, (width - drawnWidth) / 2, (height - drawnHeight) / 2, drawnWidth, drawnHeight);
  return readPixels(small);
}
