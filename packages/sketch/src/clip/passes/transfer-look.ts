/**
 * Gives layers the look of the whole picture where they are seen in it. A style looks at its surroundings, so
 * a layer styled by itself comes out otherwise; so each takes the colors of its piece of the whole, and only
 * what was hidden keeps its own.
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
  /** It moves on without the nearer layers: it must not take what a style paints around them. */
  readonly movesApart?: boolean;
}

/**
 * `layers` from the farthest to the nearest. Their colors are rewritten in place. `without` is the same
 * picture without the layers that take a look: at their soft edges it is taken out of what they receive, or
 * they would carry it along. Yields where memory can be freed.
 */
export function* transferLook(
  wholePicture: Canvas,
  layers: readonly LookLayer[],
  background?: Canvas,
): Generator<void, void> {
  const { width, height } = wholePicture;
  const look = readData(wholePicture).data;
  const backgroundPixels = background && readData(background).data;
  /** How much of the layer below is still seen, 0 … 255. */
  const visibility = new Uint8Array(width * height).fill(255);
  for (const layer of [...layers].reverse()) {
    const image = readData(layer.canvas);
    const distanceShares = layer.movesApart ? freeShares(visibility, { width, height }) : undefined;
    transferToLayer(layer, {
      pixels: image.data,
      look,
      backgroundPixels,
      visibility,
      distanceShares,
      width,
      height,
    });
    if (!layer.keepsColors) layer.canvas.getContext('2d').putImageData(image, 0, 0);
    yield;
  }
}

function readData(canvas: Canvas) {
  return canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
}

/** How much of the look is taken, 0 … 256, by a value of 0 … 255. */
function sharesBetween(low: number, high: number): Uint16Array {
  return Uint16Array.from({ length: 256 }, (_, value) => Math.round(smooth(low, high, value / 255) * 256));
}

/**
 * The shares by how much of the lower layer is seen under the nearer ones. Where two meet at a soft edge,
 * both take the look.
 */
const sharesOfStill = sharesBetween(0.2, 0.6);
/** What moves must not take the colors of what stands before it, nor of what is behind its softest edges. */
const sharesOfMoving = sharesBetween(0.7, 0.95);
const sharesOfEdges = sharesBetween(0.3, 0.7);

function transferToLayer(
  { canvas, x, y, keepsColors = false }: LookLayer,
  {
    pixels,
    look,
    backgroundPixels,
    visibility,
    distanceShares,
    width,
    height,
  }: {
    pixels: Uint8ClampedArray;
    look: Uint8ClampedArray;
    backgroundPixels: Uint8ClampedArray | undefined;
    visibility: Uint8Array;
    distanceShares: Uint16Array | undefined;
    width: number;
    height: number;
  },
): void {
  const [left, right] = [Math.max(0, -x), Math.min(canvas.width, width - x)];
  const bottom = Math.min(canvas.height, height - y);
  for (let row = Math.max(0, -y); row < bottom; row++) {
    let at = (row * canvas.width + left) * 4;
    let place = (row + y) * width + left + x;
    for (let column = left; column < right; column++, at += 4, place++) {
      const alpha = pixels[at + 3];
      const before = visibility[place];
      if (alpha === 0 || before === 0) continue;
      visibility[place] = alpha === 255 ? 0 : (before * (255 - alpha)) >> 8;
      if (keepsColors) continue;
      const lookShare = backgroundPixels
        ? (sharesOfMoving[before] * sharesOfEdges[alpha]) >> 8
        : sharesOfStill[before];
      const share = distanceShares ? (lookShare * distanceShares[place]) >> 8 : lookShare;
      if (share === 0) continue;
      const from = place * 4;
      for (let channel = 0; channel < 3; channel++) {
        const ownValue = pixels[at + channel];
        const backgroundValue = backgroundPixels?.[from + channel] ?? 0;
        const received = backgroundPixels
          ? backgroundValue + ((look[from + channel] - backgroundValue) * 255) / alpha
          : look[from + channel];
        pixels[at + channel] = ownValue + (((received - ownValue) * share) >> 8);
      }
    }
  }
}

/** Such parts of the height reach the outlines and the ragged edges that styles paint around a figure. */
const outlines = 1 / 40;
/** From this cover of its surroundings on, a pixel takes nothing. */
const fullCover = 0.06;

/**
 * How far each pixel is from what is nearer, as shares of 0 … 256: 0 beside it, 256 beyond all
 * that a style paints around it.
 */
function freeShares(
  visibility: Uint8Array,
  { width, height }: { width: number; height: number },
): Uint16Array {
  const radius = Math.max(2, Math.round(height * outlines));
  const sums = new Float64Array((width + 1) * (height + 1));
  for (let y = 0; y < height; y++) {
    let row = 0;
    for (let x = 0; x < width; x++) {
      row += 255 - visibility[y * width + x];
      sums[(y + 1) * (width + 1) + x + 1] = sums[y * (width + 1) + x + 1] + row;
    }
  }
  return Uint16Array.from(visibility, (_, index) => {
    const [x, y] = [index % width, Math.floor(index / width)];
    const [left, right] = [Math.max(0, x - radius), Math.min(width, x + radius + 1)];
    const [top, bottom] = [
      Math.max(0, y - radius) * (width + 1),
      Math.min(height, y + radius + 1) * (width + 1),
    ];
    const cover = sums[bottom + right] - sums[bottom + left] - sums[top + right] + sums[top + left];
    const area = (right - left) * ((bottom - top) / (width + 1)) * 255;
    return Math.round((1 - smooth(0, fullCover, cover / area)) * 256);
  });
}
