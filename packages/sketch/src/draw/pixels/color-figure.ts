/** Recolors the figure of a picture and keeps its light and shade. */
import type { Canvas } from '@napi-rs/canvas';
import { type PictureDepth, sampleMap } from '../../clip/passes/picture-depth.ts';
import { parseColor } from '../../raster/colors.ts';
import { editPixels } from '../../raster/pixels.ts';
import { labToHex } from '../../references/find-palette.ts';
import { toLab } from '../../references/small-picture.ts';

export function layFigureColor(canvas: Canvas, depth: PictureDepth, color: string): void {
  const { width, height } = canvas;
  const [, a, b] = toLab(...parseColor(color));
  const colorsByLevel = new Map<number, readonly [number, number, number]>();
  editPixels(canvas, pixels => {
    for (let at = 0; at < width * height; at++) {
      const place = { x: ((at % width) / width) * depth.columns, y: (at / width / height) * depth.rows };
      const share = sampleMap(depth.figure, depth, place);
      if (share < 0.02) continue;
      const [l, ownA, ownB] = toLab(pixels[at * 4], pixels[at * 4 + 1], pixels[at * 4 + 2]);
      // White paws and black noses keep their color.
      const chroma = Math.min(1, Math.hypot(ownA, ownB) / 0.06);
      const level = Math.round(l * 100);
      const fresh = colorsByLevel.get(level) ?? parseColor(labToHex([level / 100, a, b]));
      colorsByLevel.set(level, fresh);
      for (let channel = 0; channel < 3; channel++) {
        const before = pixels[at * 4 + channel];
        pixels[at * 4 + channel] = before + (fresh[channel] - before) * share * chroma;
      }
    }
  });
}
