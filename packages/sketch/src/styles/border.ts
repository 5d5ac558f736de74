/** The free border of a style, as a layer of its own: in a clip it stays while everything else moves. */
import type { Canvas } from '@napi-rs/canvas';
import { canvasFrom } from '../raster/pixels.ts';
import type { Style } from '../scene/reading.ts';
import { shareInside } from './paper.ts';

const borders: Partial<Record<Style, { color: readonly [number, number, number]; margin: number }>> = {
  watercolor: { color: [251, 247, 238], margin: 0.026 },
  ink: { color: [248, 242, 228], margin: 0.03 },
  pencil: { color: [249, 247, 241], margin: 0.034 },
};

/** The width of the free paper in picture heights, including its irregular edge. */
export function chooseMargin(style: Style): number {
  if (style === 'poster') return 0.031;
  return (borders[style]?.margin ?? 0) * 2;
}

export function styleBorder(
  style: Style,
  size: { width: number; height: number; unit: number },
): Canvas | undefined {
  const border = borders[style];
  if (!border) return undefined;
  const { width, height, unit } = size;
  return canvasFrom(width, height, pixels => {
    for (let at = 0; at < pixels.length; at += 4) {
      const index = at / 4;
      const x = (index % width) / unit;
      const y = Math.floor(index / width) / unit;
      pixels.set(border.color, at);
      const isFree = Math.min(x, y, width / unit - x, height / unit - y) < border.margin * 2.2;
      pixels[at + 3] = isFree
        ? 255 * (1 - shareInside({ x, y, aspect: width / unit, tall: height / unit }, border.margin))
        : 0;
    }
  });
}
