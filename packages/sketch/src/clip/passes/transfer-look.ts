/**
 * Gives layers the look of the whole picture where they are seen in it. A style looks at its surroundings, so a layer styled by
 * itself comes out otherwise; so each takes the colours of its piece of the whole, and only what was hidden keeps its own.
 */
import type { Canvas } from '@napi-rs/canvas';
import { smooth } from '../../raster/colors.ts';

export interface LookLayer {
  readonly canvas: Canvas;
  /** Whole pixels of the picture. */
  readonly x: number;
  readonly y: number;
  /** It only hides what is below. */
  readonly keepsColors?: boolean;
}

/**
 * `layers` from the farthest to the nearest. Their colours are rewritten in place. `without` is the same picture without the layers
 * that take a look: at their soft edges it is taken out of what they receive, or they would carry it along. Yields where memory can
 * be freed.
 */
export function* transferLook(
  whole: Canvas,
  layers: readonly LookLayer[],
  without?: Canvas,
): Generator<void, void> {
  const { width, height } = whole;
  const look = pixelsOf(whole).data;
  const below = without && pixelsOf(without).data;
  /** How much of what is below is still seen, 0 … 255. */
  const seen = new Uint8Array(width * height).fill(255);
  for (const layer of [...layers].reverse()) {
    const image = pixelsOf(layer.canvas);
    transferToLayer(layer, { pixels: image.data, look, below, seen, width, height });
    if (!layer.keepsColors) layer.canvas.getContext('2d').putImageData(image, 0, 0);
    yield;
  }
}

function pixelsOf(canvas: Canvas) {
  return canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
}

/** How much of the look is taken, 0 … 256, by a value of 0 … 255. */
function sharesBetween(low: number, high: number): Uint16Array {
  return Uint16Array.from({ length: 256 }, (_, value) => Math.round(smooth(low, high, value / 255) * 256));
}

/** By how much of what is below the nearer layers is seen: where two meet at a soft edge, both take the look. */
const sharesOfStill = sharesBetween(0.2, 0.6);
/** What moves must not take the colours of what stands before it, nor of what is behind its softest edges. */
const sharesOfMoving = sharesBetween(0.7, 0.95);
const sharesOfEdges = sharesBetween(0.3, 0.7);

function transferToLayer(
  { canvas, x, y, keepsColors = false }: LookLayer,
  by: {
    pixels: Uint8ClampedArray;
    look: Uint8ClampedArray;
    below: Uint8ClampedArray | undefined;
    seen: Uint8Array;
    width: number;
    height: number;
  },
): void {
  const { pixels, look, below, seen, width, height } = by;
  const [left, right] = [Math.max(0, -x), Math.min(canvas.width, width - x)];
  const bottom = Math.min(canvas.height, height - y);
  for (let row = Math.max(0, -y); row < bottom; row++) {
    let at = (row * canvas.width + left) * 4;
    let place = (row + y) * width + left + x;
    for (let column = left; column < right; column++, at += 4, place++) {
      const alpha = pixels[at + 3]!;
      const before = seen[place]!;
      if (alpha === 0 || before === 0) continue;
      seen[place] = alpha === 255 ? 0 : (before * (255 - alpha)) >> 8;
      if (keepsColors) continue;
      const share = below ? (sharesOfMoving[before]! * sharesOfEdges[alpha]!) >> 8 : sharesOfStill[before]!;
      if (share === 0) continue;
      const from = place * 4;
      for (let channel = 0; channel < 3; channel++) {
        const own = pixels[at + channel]!;
        const under = below?.[from + channel] ?? 0;
        const received = below
          ? under + ((look[from + channel]! - under) * 255) / alpha
          : look[from + channel]!;
        pixels[at + channel] = own + (((received - own) * share) >> 8);
      }
    }
  }
}
