/** A part of a picture, or an area around it. */

/**
 * A part of a picture, in fractions of its width and height. The whole picture is {x:
 * 0, y: 0, width: 1, height: 1}.
 */
export interface Frame {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}
