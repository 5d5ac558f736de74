/** Turns a client's mask into the mask that an engine gets. */
import { type Mask, type MaskForm, readMask } from '../picture/mask-file.ts';
import type { PixelSize } from '../picture/picture-file.ts';
import { inThread } from './in-thread.ts';

export interface MaskOptions {
  /** What marks the area in the client's mask. Default: white. */
  readonly form?: MaskForm;
  /** Pixels by which the white area grows. Default: 0. */
  readonly grow?: number;
  /**
   * Pixels over which it fades to black, beyond what it has grown. Default: 0, so
   * that all pixels are 0 or 255.
   */
  readonly feather?: number;
}

/**
 * Decodes a mask file of any size and returns a mask of the picture's size. Without `grow` and `feather`, it
 * is the mask with which old pixels are put back. `encodeMask` makes a file of it.
 */
export async function prepareMask(
  bytes: Uint8Array,
  size: PixelSize,
  { form = 'white', grow = 0, feather = 0 }: MaskOptions = {},
): Promise<Mask> {
  const mask = await readMask(bytes, size, form);
  return grow > 0 || feather > 0 ? inThread('shapeMask', { mask, grow, feather }) : mask;
}
