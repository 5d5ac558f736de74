/** Paints the white area of a mask in one color. */
import type { Mask } from '../../picture/mask-file.ts';
import type { RawPicture } from '../../picture/picture-file.ts';
import type { Color } from './fill-border.ts';

export interface Paint {
  readonly picture: RawPicture;
  readonly mask: Mask;
  readonly color: Color;
}

const white = 128;

/** Changes and returns the pixels of `picture`. */
export function paintWhite({ picture, mask, color: [red, green, blue] }: Paint): RawPicture {
  const { data } = picture;
  for (let pixel = 0, at = 0; pixel < mask.data.length; pixel++, at += 4) {
    if ((mask.data[pixel] ?? 0) < white) continue;
    data[at] = red;
    data[at + 1] = green;
    data[at + 2] = blue;
  }
  return picture;
}
