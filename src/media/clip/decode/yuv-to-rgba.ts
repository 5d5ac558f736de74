/** Converts decoded frames to RGBA. */
import type { RawPicture } from '../../picture/picture.ts';

/** The planes of a frame, of 8 bits. */
export interface YuvFrame {
  readonly width: number;
  readonly height: number;
  readonly chromaWidth: number;
  readonly chromaHeight: number;
  /** Y, U, V. */
  readonly planes: readonly [Uint8Array, Uint8Array, Uint8Array];
  /** Bytes from one row to the next, of Y and of U and V. */
  readonly strides: readonly [number, number];
}

/** How the clip's colors are written (ITU-T H.273). */
export interface YuvColors {
  readonly matrix: 'bt601' | 'bt709';
  readonly isFullRange: boolean;
}

/** Weights of red and blue in the luma of each matrix (ITU-T H.273, table 4). */
const weights = {
  bt601: [0.299, 0.114],
  bt709: [0.2126, 0.0722],
} as const;

export function yuvToRgba(frame: YuvFrame, colors: YuvColors): RawPicture {
  const { width, height, planes, strides } = frame;
  const [y, u, v] = planes;
  const { luma, redV, greenU, greenV, blueU, black } = conversionFactors(colors);
  const data = new Uint8ClampedArray(width * height * 4);
  const across = frame.chromaWidth < width ? 1 : 0;
  const down = frame.chromaHeight < height ? 1 : 0;
  let at = 0;
  for (let row = 0; row < height; row++) {
    const lumaRow = row * strides[0];
    const chromaRow = (row >> down) * strides[1];
    for (let column = 0; column < width; column++, at += 4) {
      const chroma = chromaRow + (column >> across);
      const light = (y[lumaRow + column]! - black) * luma;
      const blue = u[chroma]! - 128;
      const red = v[chroma]! - 128;
      data[at] = light + redV * red;
      data[at + 1] = light - greenU * blue - greenV * red;
      data[at + 2] = light + blueU * blue;
      data[at + 3] = 255;
    }
  }
  return { data, width, height };
}

function conversionFactors({ matrix, isFullRange }: YuvColors) {
  const [red, blue] = weights[matrix];
  const green = 1 - red - blue;
  const chroma = isFullRange ? 1 : 255 / 224;
  return {
    black: isFullRange ? 0 : 16,
    luma: isFullRange ? 1 : 255 / 219,
    redV: 2 * (1 - red) * chroma,
    blueU: 2 * (1 - blue) * chroma,
    greenU: ((2 * (1 - blue) * blue) / green) * chroma,
    greenV: ((2 * (1 - red) * red) / green) * chroma,
  };
}
