/** Puts the old pixels back around what an engine generated. */
import type { Mask } from '../picture/mask-file.ts';
import type { RawPicture } from '../picture/picture.ts';
import { checkSizes, inThread } from './in-thread.ts';

export interface PutBackOptions {
  /**
   * White is new. A pixel counts as white from 128 on. Neither grown nor feathered, or old pixels are lost.
   */
  readonly mask: Mask;
  /** Pixels inside the white area over which the old picture fades. Default: 0. */
  readonly feather?: number;
}

/**
 * Returns `result` with the pixels of `old` wherever the mask is black, bit by bit. All three have one size.
 * For an extended canvas, `old` is the canvas and `mask` the one that came with it.
 */
export async function putBack(
  result: RawPicture,
  old: RawPicture,
  { mask, feather = 0 }: PutBackOptions,
): Promise<RawPicture> {
  checkSizes(result, old, mask);
  return inThread('mergePixels', { result, old, mask, feather });
}
