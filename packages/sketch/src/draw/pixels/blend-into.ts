/** Blends a picture into other surroundings: unchanged in the middle, fading towards its edges. */
import { smooth } from '../../raster/colors.ts';
import { noise } from '../../raster/noise.ts';
import type { RawPicture, Pixels } from '../../raster/raw-picture.ts';

export interface BlendOptions {
  /** Painted all over; changed in place. */
  readonly outer: Pixels;
  readonly inner: RawPicture;
  readonly left: number;
  readonly top: number;
}

/** The share of the shorter side over which the picture fades. */
const blendedShare = 0.2;

export function blendInto({ outer, inner, left, top }: BlendOptions): void {
  const reach = Math.min(inner.width, inner.height) * blendedShare;
  for (let y = 0; y < inner.height; y++)
    for (let x = 0; x < inner.width; x++) {
      const depth = Math.min(
        left > 0 ? x : reach,
        top > 0 ? y : reach,
        left + inner.width < outer.width ? inner.width - 1 - x : reach,
        top + inner.height < outer.height ? inner.height - 1 - y : reach,
      );
      const roughness = noise(x / (reach * 0.5), y / (reach * 0.5)) * 0.25 * (1 - depth / reach);
      const share = smooth(0, 1, Math.max(0, depth / reach + roughness * Math.min(1, depth / (reach * 0.2))));
      const from = (y * inner.width + x) * 4;
      const to = ((y + top) * outer.width + x + left) * 4;
      for (let channel = 0; channel < 3; channel++) {
        const outerValue = outer.data[to + channel];
        outer.data[to + channel] = Math.round(outerValue + (inner.data[from + channel] - outerValue) * share);
      }
    }
}
