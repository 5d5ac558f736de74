/** A small picture of one color as the bytes of a PNG, as a program that uses kinora-client sends it. */
import sharp from 'sharp';

export function clientPicture(background = '#3060a0'): Promise<Buffer> {
  return sharp({ create: { width: 256, height: 192, channels: 3, background } })
    .png()
    .toBuffer();
}
