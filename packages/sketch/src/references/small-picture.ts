/** A reduced copy of a reference picture in a perceptual color space. All analysis works on it. */
import { toOklch } from '../subjects/oklch.ts';
import { decodeTransparent } from '../raster/codec.ts';
import type { RawPicture } from '../raster/raw-picture.ts';

/** An Oklab color: lightness 0 … 1, then green to red and blue to yellow, each about -0.3 … 0.3. */
export type Lab = readonly [number, number, number];

export interface SmallPicture {
  readonly width: number;
  readonly height: number;
  /** Three numbers per pixel. See `Lab`. */
  readonly lab: Float32Array;
  /** 0 … 1 per pixel. Absent if the picture is opaque. */
  readonly alpha?: Float32Array;
  /** The full picture, and the width of a small pixel in its pixels. */
  readonly full: RawPicture;
  readonly factor: number;
}

const longestSide = 256;

export async function readSmallPicture(bytes: Uint8Array): Promise<SmallPicture> {
  return makeSmall(await decodeTransparent(bytes, { maxEdge: 2048 }));
}

export function makeSmall(full: RawPicture): SmallPicture {
  const factor = Math.max(1, Math.max(full.width, full.height) / longestSide);
  const width = Math.max(1, Math.floor(full.width / factor));
  const height = Math.max(1, Math.floor(full.height / factor));
  const lab = new Float32Array(width * height * 3);
  const alpha = new Float32Array(width * height);
  let isTransparent = false;
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [r, g, b, a] = meanColor(full, {
        left: Math.floor(x * factor),
        top: Math.floor(y * factor),
        edge: Math.ceil(factor),
      });
      const at = y * width + x;
      lab.set(toLab(r, g, b), at * 3);
      alpha[at] = a;
      if (a < 0.9) isTransparent = true;
    }
  return { width, height, lab, full, factor, ...(isTransparent && { alpha }) };
}

/** Converts red, green and blue of 0 … 255. */
export function toLab(red: number, green: number, blue: number): Lab {
  const { lightness, chroma, hue } = toOklch(red / 255, green / 255, blue / 255);
  const angle = (hue * Math.PI) / 180;
  return [lightness, chroma * Math.cos(angle), chroma * Math.sin(angle)];
}

export function labAt({ lab }: Pick<SmallPicture, 'lab'>, index: number): Lab {
  return [lab[index * 3], lab[index * 3 + 1], lab[index * 3 + 2]];
}

export function labDistance(one: Lab, other: Lab): number {
  return Math.hypot(one[0] - other[0], one[1] - other[1], one[2] - other[2]);
}

/** Mean color and alpha of a square of pixels, weighted by alpha. White if all of them are transparent. */
function meanColor(
  { data, width, height }: RawPicture,
  square: { left: number; top: number; edge: number },
): [number, number, number, number] {
  const right = Math.min(width, square.left + square.edge);
  const bottom = Math.min(height, square.top + square.edge);
  let [r, g, b, weight, count] = [0, 0, 0, 0, 0];
  for (let y = square.top; y < bottom; y++)
    for (let x = square.left; x < right; x++) {
      const at = (y * width + x) * 4;
      const a = data[at + 3] / 255;
      r += data[at] * a;
      g += data[at + 1] * a;
      b += data[at + 2] * a;
      weight += a;
      count++;
    }
  if (weight === 0) return [255, 255, 255, 0];
  return [r / weight, g / weight, b / weight, weight / count];
}
