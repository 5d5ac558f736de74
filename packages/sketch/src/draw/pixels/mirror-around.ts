/** Continues a picture beyond its edges with its mirror image, which fades into what is painted there. */
import { smooth } from '../../raster/colors.ts';
import { noise } from '../../raster/noise.ts';
import type { RawPicture, Pixels } from '../../raster/raw-picture.ts';

export interface MirrorRequest {
  /** Painted all over; changed in place. */
  readonly outer: Pixels;
  readonly inner: RawPicture;
  readonly left: number;
  readonly top: number;
  readonly seed: number;
}

/** Shares of the picture's height over which the mirror image fades. */
const reach = { beside: 0.5, below: 0.26, above: 0.42 };

export function mirrorAround({ outer, inner, left, top, seed }: MirrorRequest): void {
  const shift = seed & 255;
  const size = inner.height;
  for (let y = 0; y < outer.height; y++)
    for (let x = 0; x < outer.width; x++) {
      const dx = x < left ? left - x : Math.max(0, x - left - inner.width + 1);
      const above = Math.max(0, top - y);
      const below = Math.max(0, y - top - inner.height + 1);
      if (dx === 0 && above === 0 && below === 0) continue;
      const across = dx / (reach.beside * size);
      const down = above / (reach.above * size) + below / (reach.below * size);
      const wander =
        noise((x / size) * 5 + shift, (y / size) * 5) * 0.28 +
        noise((x / size) * 19, (y / size) * 19 + shift) * 0.1;
      const distance = Math.sqrt(across * across + down * down);
      const share = smooth(1, 0.25, distance * (1 + wander));
      if (share <= 0) continue;
      const bend = distance * noise((x / size) * 3 + shift, (y / size) * 3) * size * 0.09;
      const from =
        (mirrorPlace(y - top + bend * 0.3, inner.height) * inner.width +
          mirrorPlace(x - left + bend, inner.width)) *
        4;
      const to = (y * outer.width + x) * 4;
      for (let channel = 0; channel < 3; channel++) {
        const outerValue = outer.data[to + channel];
        outer.data[to + channel] = Math.round(outerValue + (inner.data[from + channel] - outerValue) * share);
      }
    }
}

function mirrorPlace(place: number, length: number): number {
  const period = Math.abs(Math.round(place)) % (length * 2);
  return Math.min(length - 1, period < length ? period : length * 2 - 1 - period);
}
