/** Puts a picture into a larger canvas, for zoom out, pan and square. */
import { reason } from '@kinora/shared/errors/reason';
import type { Frame } from '../picture/frame.ts';
import type { Mask } from '../picture/mask-file.ts';
import { PictureError, resizePicture, type RawPicture } from '../picture/picture.ts';
import type { PixelSize } from '../picture/picture-file.ts';
import { inThread } from './in-thread.ts';
import { maskAround, type Rectangle } from '../picture/rectangle.ts';
import { clipToCanvas, type Color } from './thread/fill-border.ts';

export interface CanvasOptions extends PixelSize {
  /** The area of the canvas, in fractions of the picture. */
  readonly frame: Frame;
  /** The border gets this color. Absent means the picture's edges continue in it, more and more blurred. */
  readonly fill?: Color;
}

export interface Canvas {
  readonly canvas: RawPicture;
  /** White around the old picture. */
  readonly mask: Mask;
  /** Where the old pixels are. */
  readonly keptArea: Rectangle;
}

/**
 * Returns a canvas of `width` x `height` that shows `frame` of the picture. The old pixels are unchanged if
 * the frame needs no scaling, as for a pan, and downscaled otherwise. Throws `wrong_size` if nothing of the
 * picture is inside of the frame.
 */
export async function extendCanvas(picture: RawPicture, options: CanvasOptions): Promise<Canvas> {
  const { width, height, fill } = options;
  const at = placePicture(picture, options);
  const keptArea = clipToCanvas(at, options);
  if (keptArea.width < 1 || keptArea.height < 1) throw new PictureError('wrong_size', reason('frame_empty'));
  const isScaled = at.width !== picture.width || at.height !== picture.height;
  const scaledPicture = isScaled
    ? await resizePicture(picture, { width: at.width, height: at.height })
    : picture;
  const canvas = await inThread('fillBorder', { picture: scaledPicture, at, width, height, fill });
  return { canvas, mask: maskAround(keptArea, options), keptArea };
}

/** Returns where the picture lies in the canvas. A scale that is right to the pixel is none. */
function placePicture(picture: PixelSize, { frame, width, height }: CanvasOptions): Rectangle {
  const fit = (ideal: number, edge: number) =>
    Math.abs(ideal - edge) < 1 ? edge : Math.max(1, Math.round(ideal));
  const wide = width / frame.width;
  const high = height / frame.height;
  return {
    left: Math.round(-frame.x * wide),
    top: Math.round(-frame.y * high),
    width: fit(wide, picture.width),
    height: fit(high, picture.height),
  };
}
