/** Brings pictures from outside into the form and the size in which they are composed. */
import { sizeText } from './size-text.ts';
import { reason } from '@kinora/shared/errors/reason';
import { MAX_INPUT_EDGE } from './picture.ts';
import {
  checkPixels,
  MAX_PICTURE_PIXELS,
  open,
  PictureError,
  readHeader,
  toPixels,
  type Picture,
  type PixelSize,
  type RawPicture,
} from './picture-file.ts';

export interface Alpha {
  /** Whether transparency stays instead of becoming white. */
  readonly keepsAlpha?: boolean;
}

/** Aspect ratios that differ by less are made equal by stretching: the eye does not see it. */
const maxStretch = 0.02;

/**
 * Decodes a PNG, JPEG, WebP, GIF or AVIF file to upright, opaque 8-bit sRGB: turned as EXIF specifies,
 * converted from its color profile, from CMYK and from 16 bits. Of an animation, only the first frame is
 * decoded. Transparency becomes white, because few engines know any. A picture larger than `maxEdge` is
 * shrunk. `keepsAlpha`: transparency stays.
 */
export async function normalizePicture(
  bytes: Uint8Array,
  { maxEdge = MAX_INPUT_EDGE, keepsAlpha = false }: { readonly maxEdge?: number } & Alpha = {},
): Promise<RawPicture> {
  const size = { width: maxEdge, height: maxEdge, fit: 'inside', withoutEnlargement: true } as const;
  const pixels = await toPixels(makeOpaque(bytes, { keepsAlpha }).resize(size), bytes);
  return keepsAlpha ? { ...pixels, isTransparent: true } : pixels;
}

/**
 * Does what `normalizePicture` does for pixels that are needed at this size: a size that is larger than most
 * inputs is not reduced below it.
 */
export function normalizeFor(
  bytes: Uint8Array,
  { width, height }: PixelSize,
  alpha: Alpha = {},
): Promise<RawPicture> {
  return normalizePicture(bytes, { ...alpha, maxEdge: Math.max(MAX_INPUT_EDGE, width, height) });
}

/**
 * Returns the picture at exactly this size: unchanged pixels if it has the size already,
 * stretched if its aspect ratio differs by less than 2 %, otherwise cropped around the center.
 * Files are decoded as by `normalizePicture`.
 */
export async function fitTo(picture: Picture, size: PixelSize, alpha: Alpha = {}): Promise<RawPicture> {
  const currentSize = await readPictureSize(picture);
  const hasSize = currentSize.width === size.width && currentSize.height === size.height;
  if (hasSize && !(picture instanceof Uint8Array)) return checkPixels(picture);
  const stretch = (currentSize.width / currentSize.height) * (size.height / size.width);
  const isNear = Math.max(stretch, 1 / stretch) < 1 + maxStretch;
  return resizePixels(picture, { ...size, ...alpha, fit: isNear ? 'fill' : 'cover' });
}

/** Scales a picture until it covers the size, and crops it around its center. */
export function coverCrop(picture: Picture, size: PixelSize): Promise<RawPicture> {
  return resizePixels(picture, { ...size, fit: 'cover' });
}

/** Returns the size of the upright picture. */
export async function readPictureSize(picture: Picture): Promise<PixelSize> {
  return picture instanceof Uint8Array ? (await readHeader(picture)).autoOrient : picture;
}

async function resizePixels(
  picture: Picture,
  { keepsAlpha = false, ...size }: PixelSize & Alpha & { readonly fit: 'fill' | 'cover' },
): Promise<RawPicture> {
  if (size.width * size.height > MAX_PICTURE_PIXELS)
    throw new PictureError(
      'too_large',
      reason('size_over', { size: sizeText(size), limit: MAX_PICTURE_PIXELS }),
    );
  const pixels = await toPixels(
    makeOpaque(picture, { keepsAlpha }).resize({ ...size, kernel: 'lanczos3' }),
    picture,
  );
  return keepsAlpha ? { ...pixels, isTransparent: true } : pixels;
}

/** Begins a pipeline in which transparency becomes white, unless it is kept. */
function makeOpaque(picture: Picture, { keepsAlpha = false }: Alpha) {
  const image = open(picture);
  return picture instanceof Uint8Array && !keepsAlpha ? image.flatten({ background: 'white' }) : image;
}
