/** 8-bit RGBA, row by row. */
export interface RawPicture {
  readonly data: Uint8Array | Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
}

/** A picture in the form that is sent to other processes. */
export interface Pixels extends RawPicture {
  readonly data: Uint8Array;
}
