/** Rectangles of pixels. */
import type { Mask } from './mask-file.ts';
import type { PixelSize } from './picture-file.ts';

export interface Rectangle {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** A mask of the size that is white around a rectangle. */
export function maskAround({ left, top, width, height }: Rectangle, size: PixelSize): Mask {
  const data = new Uint8Array(size.width * size.height).fill(255);
  for (let y = top; y < top + height; y++) data.fill(0, y * size.width + left, y * size.width + left + width);
  return { data, width: size.width, height: size.height };
}
