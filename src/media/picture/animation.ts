/** Reads animated WebP and GIF files frame by frame. */
import { reason } from '@kinora/shared/errors/reason';
import sharp from 'sharp';
import { detectFormat, MAX_PICTURE_PIXELS, open, PictureError, type PixelSize } from './picture-file.ts';
import type { RawPicture } from './picture.ts';

export interface Animation extends PixelSize {
  /** How long each frame is shown, in milliseconds. */
  readonly delaysMs: readonly number[];
  /** Decodes the frames in order. Transparency becomes white. */
  frames(): AsyncGenerator<RawPicture>;
}

/** Browsers show a frame whose delay is 10 ms or less for this long. */
const unspecifiedDelayMs = 100;
const unspecifiedUpToMs = 10;

/** 64 MB of RGBA. */
const pixelsAtOnce = 16 * 1024 * 1024;

/**
 * Opens an animation. Returns undefined if the file is no WebP or GIF. Throws
 * PictureError if it is damaged or too large.
 */
export async function openAnimation(bytes: Uint8Array): Promise<Animation | undefined> {
  if (!isAnimatedFormat(bytes)) return undefined;
  try {
    const { width = 0, height = 0, pages = 1, delay = [] } = await open(bytes).metadata();
    if (width * height > MAX_PICTURE_PIXELS)
      throw new PictureError('too_large', reason('animation_pixels', { size: `${width}x${height}` }));
    const delaysMs = Array.from({ length: pages }, (_, page) => {
      const wait = delay[page] ?? 0;
      return wait <= unspecifiedUpToMs ? unspecifiedDelayMs : wait;
    });
    return { width, height, delaysMs, frames: () => decodeFrames(bytes, { width, height, pages }) };
  } catch (error) {
    if (error instanceof PictureError) throw error;
    throw new PictureError('damaged', reason('animation_damaged'), error);
  }
}

function isAnimatedFormat(bytes: Uint8Array): boolean {
  try {
    return ['webp', 'gif'].includes(detectFormat(bytes));
  } catch {
    return false;
  }
}

/**
 * To decode a frame, libvips decodes all frames before it. Therefore several are decoded together, as one
 * picture in which they lie below each other.
 */
async function* decodeFrames(
  bytes: Uint8Array,
  { width, height, pages }: PixelSize & { readonly pages: number },
): AsyncGenerator<RawPicture> {
  const atOnce = Math.max(1, Math.floor(pixelsAtOnce / (width * height)));
  for (let page = 0; page < pages; page += atOnce) {
    const range = { page, pages: Math.min(atOnce, pages - page) };
    const file = sharp(bytes, { ...range, limitInputPixels: MAX_PICTURE_PIXELS, failOn: 'error' });
    const opaque = file.flatten({ background: 'white' }).toColourspace('srgb').ensureAlpha();
    const data = await opaque.raw({ depth: 'uchar' }).toBuffer();
    const frameBytes = width * height * 4;
    for (let at = 0; at < data.length; at += frameBytes)
      yield { data: data.subarray(at, at + frameBytes), width, height };
  }
}
