/** One row of the height map, in which the shape of the land is computed. */

/** Points at the same depth, in plain arrays: much of the land's shape is the same all over a depth. */
export interface LandRow {
  readonly z: number;
  readonly x: Float64Array;
  readonly heights: Float64Array;
}
