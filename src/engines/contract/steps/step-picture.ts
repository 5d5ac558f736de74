/** A picture that a step starts from: upright, sRGB, without transparency. */
export interface StepPicture {
  /** The type of `bytes`. */
  readonly contentType: 'image/png' | 'image/jpeg' | 'image/webp';
  /** In pixels. */
  readonly width: number;
  /** In pixels. */
  readonly height: number;
  /** The whole file. */
  readonly bytes: Uint8Array;
}
