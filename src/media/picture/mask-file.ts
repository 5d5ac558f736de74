/** Reads and writes masks in the forms that clients and engines use. */
import { reason } from '@kinora/shared/errors/reason';
import sharp from 'sharp';
import { finish, open, PictureError, readHeader, type PixelSize } from './picture-file.ts';

/** One byte a pixel, row by row: 255 is generated again, 0 stays. */
export interface Mask {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** What marks the pixels that are generated again. */
export type MaskForm =
  /** Gray. In a mask with transparency, transparent pixels are black. */
  | 'white'
  /** Gray. In a mask with transparency, transparent pixels are white. */
  | 'black'
  /** The alpha channel: transparent pixels, regardless of their color. */
  | 'transparent'
  /** The alpha channel: opaque pixels, regardless of their color. */
  | 'opaque';

/** From this value on, a pixel of a mask counts as white. */
export const whiteFrom = 128;

/** Decodes a mask file, stretches it to the size, and makes every pixel 0 or 255. */
export async function readMask(bytes: Uint8Array, size: PixelSize, form: MaskForm = 'white'): Promise<Mask> {
  const gray =
    form === 'white' || form === 'black'
      ? open(bytes)
          .flatten({ background: form === 'white' ? 'black' : 'white' })
          .grayscale()
      : open(bytes).ensureAlpha().extractChannel('alpha');
  const { width, height } = size;
  const resizedImage = gray.resize({ width, height, fit: 'fill', kernel: 'cubic' });
  const { data } = await finish(resizedImage.toColourspace('b-w').raw({ depth: 'uchar' }), bytes);
  if (data.length !== width * height)
    throw new PictureError('damaged', reason('mask_bytes', { bytes: data.length, wanted: width * height }));
  const raw = { width, height, channels: 1 } as const;
  const blackOrWhite = sharp(data, { raw })
    .negate(form === 'black' || form === 'transparent')
    .threshold(whiteFrom)
    .toColourspace('b-w');
  return { data: (await finish(blackOrWhite.raw(), { data, width, height })).data, width, height };
}

/** Encodes a PNG: 8-bit gray for `white` and `black`, RGBA with the mask in white for the other forms. */
export async function encodeMask(mask: Mask, form: MaskForm = 'white'): Promise<Uint8Array> {
  const { width, height } = mask;
  const raw = { width, height, channels: 1 } as const;
  const isInverted = form === 'black' || form === 'transparent';
  const marks = Buffer.from(isInverted ? invertMask(mask.data) : mask.data);
  const isGray = form === 'white' || form === 'black';
  const white = Buffer.from(mask.data);
  const pipeline = isGray
    ? sharp(marks, { raw }).toColourspace('b-w')
    : sharp(white, { raw }).joinChannel([white, white, marks], { raw });
  return (await finish(pipeline.png({ compressionLevel: 4 }), mask)).data;
}

function invertMask(data: Uint8Array): Uint8Array {
  const result = new Uint8Array(data.length);
  for (let at = 0; at < data.length; at++) result[at] = 255 - (data[at] ?? 0);
  return result;
}

/** Whether any pixel of the file is transparent. */
export async function hasTransparency(bytes: Uint8Array, holder?: string): Promise<boolean> {
  const { hasAlpha = false } = await readHeader(bytes, holder);
  if (!hasAlpha) return false;
  const alpha = open(bytes).ensureAlpha().extractChannel('alpha').threshold(whiteFrom).raw();
  return (await finish(alpha, bytes, holder)).data.includes(0);
}

/** The mask in its white form, as a PNG, of a file whose transparent pixels are generated again. */
export async function maskFromAlpha(bytes: Uint8Array, size: PixelSize): Promise<Uint8Array> {
  const { width, height } = size;
  return encodeMask(await readMask(bytes, { width, height }, 'transparent'));
}
