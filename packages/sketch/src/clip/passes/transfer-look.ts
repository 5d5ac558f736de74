/**
 * Gives each layer the colors of the styled whole picture where the layer is visible. The result of a style
 * depends on the surroundings, so a layer that is styled alone would look different. Hidden parts keep the
 * colors of the layer.
 */
import type { Canvas } from '@napi-rs/canvas';
import { smooth } from '../../raster/colors.ts';

export interface LookLayer {
  readonly canvas: Canvas;
  /** The position in the picture, in whole pixels. */
  readonly x: number;
  readonly y: number;
  /** The layer keeps its colors and only hides what is below it. */
  readonly keepsColors?: boolean;
  /** The layer moves apart from nearer layers, so it must not get what a style paints around them. */
  readonly movesApart?: boolean;
}

/**
 * Changes the colors of `layers` in place, which are in order from the farthest to the nearest. `background`
 * is the picture without the layers that get a look. Its colors are subtracted at their soft edges, so that
 * they do not move with the layer. Yields where memory can be freed.
 */
export function* transferLook(
  wholePicture: Canvas,
  layers: readonly LookLayer[],
  background?: Canvas,
): Generator<void, void> {
  const { width, height } = wholePicture;
  const look = readData(wholePicture).data;
  const backgroundPixels = background && readData(background).data;
  /** How much of the layers below is still visible, 0 … 255. */
  const visibility = new Uint8Array(width * height).fill(255);
  for (const layer of [...layers].reverse()) {
    const image = readData(layer.canvas);
    const distanceShares = layer.movesApart
      ? measureDistanceShares(visibility, { width, height })
      : undefined;
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

/** The share of the look that is transferred (0 … 256), by a value of 0 … 255. */
function createShares(low: number, high: number): Uint16Array {
  return Uint16Array.from({ length: 256 }, (_, value) => Math.round(smooth(low, high, value / 255) * 256));
}

/** The shares by the visibility of a layer. Where two layers meet at a soft edge, both get the look. */
const sharesOfStill = createShares(0.2, 0.6);
/** A moving layer must not get the colors of what is before it, or of what is behind its softest edges. */
const sharesOfMoving = createShares(0.7, 0.95);
const sharesOfEdges = createShares(0.3, 0.7);

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

/** The reach of the outlines and ragged edges that styles paint around a figure, as a share of the height. */
const outlines = 1 / 40;
/** A pixel with at least this covered share of its surroundings gets nothing. */
const fullCover = 0.06;

/** The distance of each pixel from nearer layers: 0 beside them, 256 where a style paints nothing of them. */
function measureDistanceShares(
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
