/** Finds pictures that are no pictures: a filter or a calculation that failed has made all of it black, or of one color. */
import type { RawPicture } from './picture-file.ts';

/** Lossy formats change a color by less. No picture of anything has so little in it. */
const tolerance = 3;
/** A prime, so that columns and rows are met in turn. */
const coarseStep = 997;

/** Whether all of the picture is of one color, whatever its alpha. */
export function isBlank({ data }: RawPicture): boolean {
  // Most pictures differ at the first few pixels, and others on a flat background soon.
  return isSame(data, coarseStep) && isSame(data, 1);
}

/** Compares every pixel at a distance of `step` from the one before with the first one. */
function isSame(data: RawPicture['data'], step: number): boolean {
  const [red = 0, green = 0, blue = 0] = data;
  const differs = (value: number, from: number) => value > from + tolerance || value < from - tolerance;
  for (let at = 0; at < data.length; at += step * 4)
    if (differs(data[at]!, red) || differs(data[at + 1]!, green) || differs(data[at + 2]!, blue))
      return false;
  return true;
}
