/** A picture that a step starts from: upright, sRGB, without transparency. */
export interface StepPicture {
  /** The type of `bytes`. */
  readonly contentType: 'image/png' | 'image/jpeg' | 'image/webp';
  /** The width in pixels. */
  readonly width: number;
  /** The height in pixels. */
  readonly height: number;
  /** The whole file. */
  readonly bytes: Uint8Array;
}
