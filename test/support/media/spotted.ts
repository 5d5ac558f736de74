/** Pictures of fake engines: of one color, which tells them apart, with a spot in a corner, because a picture of one color is no result. */
import sharp, { type Color, type Sharp } from 'sharp';

export function spotted(size: { readonly width: number; readonly height: number }, background: Color): Sharp {
  const edge = Math.ceil(Math.min(size.width, size.height) / 16);
  const spot = { create: { width: edge, height: edge, channels: 3, background: '#fff' } } as const;
  const { width, height } = size;
  return sharp({ create: { width, height, channels: 3, background } }).composite([
    { input: spot, left: 0, top: 0 },
  ]);
}
