/** A picture of the work in progress, encoded. */
export interface EnginePreview {
  /** The type of `bytes`. */
  readonly contentType: 'image/webp' | 'image/jpeg' | 'image/png';
  /** The whole file. */
  readonly bytes: Uint8Array;
  /** In pixels. */
  readonly width: number;
  /** In pixels. */
  readonly height: number;
}
