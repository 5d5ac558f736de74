/** Removes steps of color and brightness between old and generated pixels. */
import type { Mask } from '../picture/mask-file.ts';
import type { RawPicture } from '../picture/picture.ts';
import { checkSizes, inThread } from './in-thread.ts';

export interface MatchOptions {
  /** White is new. Neither grown nor feathered. */
  readonly mask: Mask;
  /** Pixels beside the white area that the engine may have painted, too. Default: 0. */
  readonly margin?: number;
}

/**
 * Returns `result` with the colors of its new pixels (white in the mask) shifted, so that they meet those of
 * `old` at the seam. The shift changes slowly from place to place. Its black area is left as it is: `putBack`
 * comes next. All three have one size.
 */
export async function matchColors(
  result: RawPicture,
  old: RawPicture,
  { mask, margin = 0 }: MatchOptions,
): Promise<RawPicture> {
  checkSizes(result, old, mask);
  return inThread('correctColors', { result, old, mask, margin });
}
