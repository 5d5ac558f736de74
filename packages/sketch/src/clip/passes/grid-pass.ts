/** Pixel art in motion: each frame is reduced to the same grid and the same colors. */
import { type Canvas, createCanvas } from '@napi-rs/canvas';
import { editPixels } from '../../raster/pixels.ts';
import { type Color, nearestColor, pickColors } from '../../styles/choose-colors.ts';

export interface GridPass {
  apply(): void;
}

const bayer = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5];

/** Opens a pass with the colors of the first frame, which is on the canvas now, so that all frames agree. */
export function openGridPass(canvas: Canvas, unit: number): GridPass {
  const cells = (canvas.width < canvas.height ? 200 : 150) / unit;
  const small = createCanvas(Math.round(canvas.width * cells), Math.round(canvas.height * cells));
  const context = small.getContext('2d');
  context.imageSmoothingQuality = 'high';
  const target = canvas.getContext('2d');
  context.drawImage(canvas, 0, 0, small.width, small.height);
  const first = context.getImageData(0, 0, small.width, small.height).data;
  for (let at = 0; at < first.length; at += 4) strengthenColor(first, at);
  const colors = pickColors(first, 40);
  const table = new Map<number, Color>();
  return {
    apply: () => {
      context.drawImage(canvas, 0, 0, small.width, small.height);
      editPixels(small, pixels => reduce(pixels, small.width, { colors, table }));
      target.imageSmoothingEnabled = false;
      target.drawImage(small, 0, 0, canvas.width, canvas.height);
      target.imageSmoothingEnabled = true;
    },
  };
}

/** Dithers between two colors of the palette. */
function reduce(
  pixels: Uint8ClampedArray,
  width: number,
  { colors, table }: { colors: readonly Color[]; table: Map<number, Color> },
): void {
  for (let at = 0; at < pixels.length; at += 4) {
    strengthenColor(pixels, at);
    const x = (at / 4) % width;
    const y = Math.floor(at / 4 / width);
    const shift = (bayer[(y & 3) * 4 + (x & 3)] / 15 - 0.5) * 8;
    for (let channel = 0; channel < 3; channel++) pixels[at + channel] += shift;
    const key = ((pixels[at] >> 2) << 12) | ((pixels[at + 1] >> 2) << 6) | (pixels[at + 2] >> 2);
    let color = table.get(key);
    if (!color) {
      // The middle of the cell of the key is used instead of this pixel, because the table must not depend on
      // which frame was painted first.
      color = nearestColor(colors, [
        decodeMiddle(key >> 12),
        decodeMiddle((key >> 6) & 63),
        decodeMiddle(key & 63),
      ]);
      table.set(key, color);
    }
    for (let channel = 0; channel < 3; channel++) pixels[at + channel] = color[channel];
  }
}

/** A channel of the key as a value of 0 … 255. */
function decodeMiddle(sixBits: number): number {
  return sixBits * 4 + 1.5;
}

/** Pixel art has few colors, so they are stronger. */
function strengthenColor(pixels: Uint8ClampedArray, offset: number): void {
  const mean = (pixels[offset] + pixels[offset + 1] + pixels[offset + 2]) / 3;
  const contrast = (mean - 128) * 0.1;
  for (let channel = 0; channel < 3; channel++)
    pixels[offset + channel] = mean + (pixels[offset + channel] - mean) * 1.22 + contrast;
}
