/** Lays a picture into other surroundings: its middle as it is, towards its edges ever less of it. */
import type { RawPicture } from '../../../media/picture.ts';
import { smooth } from '../paint/colors.ts';
import { noise } from '../paint/noise.ts';
import type { Pixels } from '../sketch-work.ts';

export interface Passage {
  /** Painted all over; changed in place. */
  readonly outer: Pixels;
  readonly inner: RawPicture;
  readonly left: number;
  readonly top: number;
}

/** Share of the shorter side over which it gives way. */
const passage = 0.2;

export function passInto({ outer, inner, left, top }: Passage): void {
  const reach = Math.min(inner.width, inner.height) * passage;
  for (let y = 0; y < inner.height; y++)
    for (let x = 0; x < inner.width; x++) {
      const depth = Math.min(
        left > 0 ? x : reach,
        top > 0 ? y : reach,
        left + inner.width < outer.width ? inner.width - 1 - x : reach,
        top + inner.height < outer.height ? inner.height - 1 - y : reach,
      );
      const ragged = noise(x / (reach * 0.5), y / (reach * 0.5)) * 0.25 * (1 - depth / reach);
      const share = smooth(0, 1, Math.max(0, depth / reach + ragged * Math.min(1, depth / (reach * 0.2))));
      const from = (y * inner.width + x) * 4;
      const to = ((y + top) * outer.width + x + left) * 4;
      for (let channel = 0; channel < 3; channel++) {
        const painted = outer.data[to + channel]!;
        outer.data[to + channel] = Math.round(painted + (inner.data[from + channel]! - painted) * share);
      }
    }
}
