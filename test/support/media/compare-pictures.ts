/** Pixel measurements for tests that examine images. */
import sharp from 'sharp';
import type { RgbPicture } from '../clients/image-client.ts';

export interface Rectangle {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** A part of an image, or all of it at another size. */
export async function cut(
  picture: RgbPicture,
  { part, to }: { part?: Rectangle; to?: { width: number; height: number } },
): Promise<RgbPicture> {
  const { data, width, height } = picture;
  let image = sharp(data, { raw: { width, height, channels: 3 } });
  if (part) image = image.extract(part);
  if (to) image = image.resize(to.width, to.height, { fit: 'fill', kernel: 'lanczos3' });
  const { data: pixels, info } = await image.raw().toBuffer({ resolveWithObject: true });
  return { data: pixels, width: info.width, height: info.height };
}

/** The mean difference of two images of the same size, 0-255, over the pixels that `where` selects. */
export function difference(
  one: RgbPicture,
  other: RgbPicture,
  isCompared: (x: number, y: number) => boolean = () => true,
): number {
  if (one.width !== other.width || one.height !== other.height)
    throw new Error(`${one.width}x${one.height} against ${other.width}x${other.height}`);
  let sum = 0;
  let count = 0;
  for (let y = 0; y < one.height; y++) {
    for (let x = 0; x < one.width; x++) {
      if (!isCompared(x, y)) continue;
      const at = (y * one.width + x) * 3;
      for (let channel = 0; channel < 3; channel++)
        sum += Math.abs((one.data[at + channel] ?? 0) - (other.data[at + channel] ?? 0));
      count += 3;
    }
  }
  return count === 0 ? 0 : sum / count;
}

/** The mean difference of neighboring pixels, a measure of fine detail. */
export function detail(picture: RgbPicture): number {
  const { data, width, height } = picture;
  let sum = 0;
  for (let y = 0; y < height; y++)
    for (let x = 1; x < width; x++) {
      const at = (y * width + x) * 3;
      sum += Math.abs((data[at] ?? 0) - (data[at - 3] ?? 0));
    }
  return sum / (height * (width - 1));
}

/** The mean difference of a column from the next one. From the last to the first, it crosses the seam. */
export function columnStep({ data, width, height }: RgbPicture, from: number): number {
  let sum = 0;
  for (let y = 0; y < height; y++)
    for (let channel = 0; channel < 3; channel++) {
      const one = data[(y * width + from) * 3 + channel] ?? 0;
      const next = data[(y * width + ((from + 1) % width)) * 3 + channel] ?? 0;
      sum += Math.abs(one - next);
    }
  return sum / (height * 3);
}

/** The mean color. */
export function meanColor({ data }: RgbPicture): [number, number, number] {
  const sum = [0, 0, 0];
  for (let at = 0; at < data.length; at++) sum[at % 3] = (sum[at % 3] ?? 0) + (data[at] ?? 0);
  const count = data.length / 3;
  return [(sum[0] ?? 0) / count, (sum[1] ?? 0) / count, (sum[2] ?? 0) / count];
}
