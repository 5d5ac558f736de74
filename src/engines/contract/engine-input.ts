/** A picture that a job starts from. */

export type InputRole =
  /**
   * The picture that an edit, retexture, describe or clip starts from. For a
   * follow-up, the parent's candidate.
   */
  | 'picture'
  /** White areas are repainted, black areas stay. Any size; scaled to the picture. */
  | 'mask'
  /** Image prompt: its content, colors and composition influence the result, by `imageWeight`. */
  | 'prompt'
  /** Only its style and colors are used, by `styleWeight` (`--sref`). */
  | 'style'
  /** Its main figure appears, by `characterWeight` (`--cref`). */
  | 'character'
  /** Its main object appears, by `objectWeight` (`--oref`). */
  | 'object'
  /** The last frame of a clip. */
  | 'last';

/**
 * An input picture of a job. It has been checked: the bytes match `contentType`, and
 * the size is within the limits.
 */
export interface EngineInput {
  /** How the job uses the picture. */
  readonly role: InputRole;
  /** Weight relative to other inputs of the same role. Default: 1. */
  readonly weight?: number;
  /** The type of `bytes`. */
  readonly contentType: 'image/png' | 'image/jpeg' | 'image/webp' | 'image/gif';
  /** The width in pixels. */
  readonly width: number;
  /** The height in pixels. */
  readonly height: number;
  /** The whole file. */
  readonly bytes: Uint8Array;
}
