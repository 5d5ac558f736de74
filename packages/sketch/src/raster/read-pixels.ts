/** Reads the pixels of a canvas, as a copy that can be sent to another process. */
import type { Canvas } from '@napi-rs/canvas';
import type { Pixels } from './raw-picture.ts';

export function readPixels(canvas: Canvas): Pixels {
  const { width, height } = canvas;
  const { data } = canvas.getContext('2d').getImageData(0, 0, width, height);
  return { data: new Uint8Array(data.buffer, data.byteOffset, data.byteLength), width, height };
}
