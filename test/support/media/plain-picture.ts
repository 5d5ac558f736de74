/** Pictures of fake engines: each has one color, by which tests distinguish them. */
import sharp, { type Color, type Sharp } from 'sharp';

export function plainPicture(
  { width, height }: { readonly width: number; readonly height: number },
  background: Color,
): Sharp {
  return sharp({ create: { width, height, channels: 3, background } });
}
