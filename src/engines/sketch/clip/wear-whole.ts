/**
 * Gives layers the look of the whole picture where they are seen in it. A style looks at its surroundings, so a layer styled by
 * itself comes out otherwise; so each wears its piece of the whole, and only what was hidden keeps its own paint.
 */
import type { Canvas } from '@napi-rs/canvas';
import { smooth } from '../paint/colors.ts';

export interface Worn {
  readonly canvas: Canvas;
  /** Whole pixels of the picture. */
  readonly x: number;
  readonly y: number;
  /** Too thin to have a look of its own: it only darkens what is below. */
  readonly thin?: boolean;
}

/** `layers` from the farthest to the nearest. Their colours are rewritten in place. */
export function wearWhole(whole: Canvas, layers: readonly Worn[]): void {
  const { width, height } = whole;
  const look = whole.getContext('2d').getImageData(0, 0, width, height).data;
  /** How much of what is below is still seen, 0 … 255. */
  const seen = new Uint8Array(width * height).fill(255);
  for (const layer of [...layers].reverse()) {
    const { canvas } = layer;
    const context = canvas.getContext('2d');
    const image = context.getImageData(0, 0, canvas.width, canvas.height);
    wear(layer, { pixels: image.data, look, seen, width, height });
    if (!layer.thin) context.putImageData(image, 0, 0);
  }
}

/** How much of the look a layer takes, 0 … 256, by how much of it is seen. */
const shares = Uint16Array.from({ length: 256 }, (_, shown) =>
  Math.round(smooth(0.7, 0.95, shown / 255) * 256),
);

function wear(
  { canvas, x, y, thin = false }: Worn,
  by: {
    pixels: Uint8ClampedArray;
    look: Uint8ClampedArray;
    seen: Uint8Array;
    width: number;
    height: number;
  },
): void {
  const { pixels, look, seen, width, height } = by;
  const [left, right] = [Math.max(0, -x), Math.min(canvas.width, width - x)];
  const bottom = Math.min(canvas.height, height - y);
  for (let row = Math.max(0, -y); row < bottom; row++) {
    let at = (row * canvas.width + left) * 4;
    let place = (row + y) * width + left + x;
    for (let column = left; column < right; column++, at += 4, place++) {
      const alpha = pixels[at + 3]!;
      const before = seen[place]!;
      if (alpha === 0 || before === 0) continue;
      const shown = (before * alpha + 127) >> 8;
      seen[place] = alpha === 255 ? 0 : (before * (255 - alpha)) >> 8;
      const share = thin ? 0 : shares[alpha === 255 ? before : shown]!;
      if (share === 0) continue;
      const from = place * 4;
      for (let channel = 0; channel < 3; channel++) {
        const own = pixels[at + channel]!;
        pixels[at + channel] = own + (((look[from + channel]! - own) * share) >> 8);
      }
    }
  }
}
