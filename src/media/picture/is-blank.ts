/** Finds pictures that are completely black, because of a filter or a calculation that failed. */
import type { RawPicture } from './picture-file.ts';

/** Lossy formats change black by less. */
const maxBlack = 12;
/** A prime, so that columns and rows are met in turn. */
const coarseStep = 997;

/**
 * Whether all of the picture is black and equally opaque: black lines on a transparent background are a
 * picture. A picture of another single color may have been requested, such as a plain background; programs
 * return black after a failed calculation or a filter.
 */
export function isBlank({ data }: RawPicture): boolean {
  // Most pictures differ at the first few pixels, and others on a black background soon.
  return isDark(data, coarseStep) && isDark(data, 1);
}

/** Looks at every pixel at a distance of `step` from the one before. */
function isDark(data: RawPicture['data'], step: number): boolean {
  const alpha = data[3];
  for (let at = 0; at < data.length; at += step * 4) {
    const isBright = data[at]! > maxBlack || data[at + 1]! > maxBlack || data[at + 2]! > maxBlack;
    if (isBright || data[at + 3] !== alpha) return false;
  }
  return true;
}
