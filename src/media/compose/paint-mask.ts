/** Marks the area of a mask in a picture, for engines that know no masks but follow instructions. */
import type { Mask } from '../picture/mask-file.ts';
import type { RawPicture } from '../picture/picture.ts';
import { checkSizes, inThread } from './in-thread.ts';
import type { Color } from './thread/fill-border.ts';

/** Returns the picture with the white area of the mask in this color. Both have one size. */
export async function paintMask(picture: RawPicture, mask: Mask, color: Color): Promise<RawPicture> {
  checkSizes(picture, mask);
  return inThread('paintWhite', { picture, mask, color });
}
