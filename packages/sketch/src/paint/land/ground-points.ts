/**
 * The visible points of the land in one column of pixels. They are kept in typed arrays, so
 * that each pass over them is a plain loop.
 */

export interface GroundPoints {
  /** The number of points in this column. */
  count: number;
  /** The pixel that shows the point. */
  readonly pixels: Uint32Array;
  /** Meters to the right of the middle. */
  readonly x: Float64Array;
  /** Depth in meters. */
  readonly z: Float64Array;
  /** Meters above the water level. */
  readonly height: Float64Array;
  /** Rise per meter, 0 flat. */
  readonly steep: Float64Array;
  /** 0 in the shade, 1 in full light. */
  readonly lit: Float64Array;
  /** Soft noise with wide waves, about -1 … 1. */
  readonly wide: Float64Array;
  /** Soft noise with fine waves, about -1 … 1. */
  readonly fine: Float64Array;
  /** Red, green and blue (0 … 255). */
  readonly colors: Float32Array;
}

export function createGroundPoints(maxCount: number): GroundPoints {
  const createValues = () => new Float64Array(maxCount);
  return {
    count: 0,
    pixels: new Uint32Array(maxCount),
    x: createValues(),
    z: createValues(),
    height: createValues(),
    steep: createValues(),
    lit: createValues(),
    wide: createValues(),
    fine: createValues(),
    colors: new Float32Array(maxCount * 3),
  };
}
