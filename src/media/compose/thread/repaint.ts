/** What the work on repainted pictures needs. All three have one size. */
import type { Mask } from '../../picture/mask-file.ts';
import type { RawPicture } from '../../picture/picture-file.ts';

export interface Repaint {
  /** What the engine returned. */
  readonly result: RawPicture;
  readonly old: RawPicture;
  /** White is new. */
  readonly mask: Mask;
}
