/** A picture of the work in progress, encoded. */
export interface EnginePreview {
  /** The type of `bytes`. */
  readonly contentType: 'image/webp' | 'image/jpeg' | 'image/png';
  /** The whole file. */
  readonly bytes: Uint8Array;
  /** The width in pixels. */
  readonly width: number;
  /** The height in pixels. */
  readonly height: number;
}
