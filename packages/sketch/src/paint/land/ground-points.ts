/**
 * What is seen of the land in the pixels of one column: in typed arrays, so that each
 * pass over it is a plain loop.
 */

export interface GroundPoints {
  /** The number of points in this column. */
  count: number;
  /** The pixel that shows the point. */
  readonly pixels: Uint32Array;
  readonly x: Float64Array;
  readonly z: Float64Array;
  readonly height: Float64Array;
  /** Rise per meter, 0 flat. */
  readonly steep: Float64Array;
  /** 0 in the shade, 1 in full light. */
  readonly lit: Float64Array;
  /** Soft noise about each point, broad and close, about -1 … 1. */
  readonly wide: Float64Array;
  readonly fine: Float64Array;
  /** Red, green and blue (0 … 255). */
  readonly colors: Float32Array;
}

export function createGroundPoints(most: number): GroundPoints {
  const values = () => new Float64Array(most);
  return {
    count: 0,
    pixels: new Uint32Array(most),
    x: values(),
    z: values(),
    height: values(),
    steep: values(),
    lit: values(),
    wide: values(),
    fine: values(),
    colors: new Float32Array(most * 3),
  };
}
