/**
 * Pictures of fake engines: of one color, which tells them apart, with a small spot in the middle, because a picture of one color
 * is no result. Corners and means keep the color, and crops to another shape keep the spot.
 */
import sharp, { type Color, type Sharp } from 'sharp';

export function spotted(size: { readonly width: number; readonly height: number }, background: Color): Sharp {
  const edge = Math.ceil(Math.min(size.width, size.height) / 16);
  const spot = { create: { width: edge, height: edge, channels: 3, background: '#fff' } } as const;
  return sharp({ create: { width: size.width, height: size.height, channels: 3, background } }).composite([
    { input: spot },
  ]);
}
