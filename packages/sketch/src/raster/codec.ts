/**
 * Encoded pictures: decode, scale, encode. Inputs are decoded one at a time, so that the memory of one is
 * free before the next is opened. Only PNG, JPEG, WebP and GIF are ever decoded.
 */
import type { Sharp, SharpConstructor } from 'sharp';
import { SketchError } from '../job/sketch-error.ts';
import type { RawPicture } from './raw-picture.ts';

/** Loaded with the first file. A grid has none, and does not wait for the codecs. */
let sharpLoaded: Promise<SharpConstructor> | undefined;

async function loadSharp(): Promise<SharpConstructor> {
  const { default: sharp } = await import('sharp');
  // Several processes draw at once; one thread each is enough.
  sharp.concurrency(1);
  // No picture is opened twice, so a cache would only use memory.
  sharp.cache(false);
  return sharp;
}

/** Pictures that a job starts from are decoded to at most this edge: 64 MB of RGBA. */
export const MAX_INPUT_EDGE = 4096;
const maxPixels = 8192 * 8192;

/** Raw pixels, or a whole PNG, JPEG, WebP or GIF file. */
type Picture = RawPicture | Uint8Array;

/**
 * The pixels of a file, upright, in sRGB and opaque: on white, as pages show it; of an animation the first
 * frame. A picture larger than `maxEdge` is shrunk while it is decoded.
 */
export async function decodePicture(bytes: Uint8Array, options: DecodeOptions = {}): Promise<RawPicture> {
  return decode((await openImage(bytes)).flatten({ background: 'white' }), options);
}

/** The same with its transparency: shrunk if it is larger than `maxEdge`, or stretched to a size. */
export async function decodeTransparent(
  bytes: Uint8Array,
  options: DecodeOptions | { readonly width: number; readonly height: number },
): Promise<RawPicture> {
  const file = await openImage(bytes);
  if (!('width' in options)) return decode(file, options);
  return rawPixels(file.resize({ ...options, fit: 'fill', kernel: 'lanczos3' }));
}

interface DecodeOptions {
  readonly maxEdge?: number;
}

function decode(file: Sharp, { maxEdge }: DecodeOptions): Promise<RawPicture> {
  const image =
    maxEdge === undefined
      ? file
      : file.resize({ width: maxEdge, height: maxEdge, fit: 'inside', withoutEnlargement: true });
  return rawPixels(image);
}

/**
 * Returns the pixels at another size, stretched if the shape differs. `sharpen` is a radius in pixels. Absent
 * means none.
 */
export async function resizePicture(
  picture: Picture,
  { width, height, sharpen }: { width: number; height: number; sharpen?: number },
): Promise<RawPicture> {
  const image = await openImage(picture);
  const opaque = picture instanceof Uint8Array ? image.flatten({ background: 'white' }) : image;
  const resizedImage = opaque.resize({ width, height, fit: 'fill', kernel: 'lanczos3' });
  return rawPixels(
    sharpen === undefined ? resizedImage : resizedImage.sharpen({ sigma: sharpen, m1: 0.4, m2: 1.6 }),
  );
}

/** Returns a WebP of a picture that is shown again, and so loses little. Fast rather than small. */
export function encodeWebp(picture: RawPicture): Promise<Uint8Array> {
  return queueWork(async () => (await openImage(picture)).webp({ quality: 95, effort: 0 }).toBuffer());
}

async function rawPixels(pipeline: Sharp): Promise<RawPicture> {
  const raw = pipeline.toColourspace('srgb').ensureAlpha().raw({ depth: 'uchar' });
  const { data, info } = await queueWork(() => raw.toBuffer({ resolveWithObject: true }));
  return { data, width: info.width, height: info.height };
}

let last: Promise<unknown> = Promise.resolve();

function queueWork<Result>(work: () => Promise<Result>): Promise<Result> {
  const result = last.then(work);
  last = result.catch(() => {});
  return result;
}

async function openImage(picture: Picture): Promise<Sharp> {
  if (picture instanceof Uint8Array && !isPicture(picture))
    throw new SketchError('picture_unreadable', 'This is not a PNG, JPEG, WebP or GIF file.');
  const sharp = await (sharpLoaded ??= loadSharp());
  if (picture instanceof Uint8Array)
    return sharp(picture, { limitInputPixels: maxPixels, failOn: 'error', autoOrient: true });
  const { data, width, height } = picture;
  return sharp(data, { raw: { width, height, channels: 4 } }).removeAlpha();
}

/**
 * Detects the format by the first bytes, so that no other decoder (SVG, PDF) ever gets bytes from
 * outside.
 */
function isPicture(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.subarray(0, 12)).toString('latin1');
  const isWebp = start.startsWith('RIFF') && start.endsWith('WEBP');
  return isWebp || ['\x89PNG\r\n\x1a\n', '\xff\xd8\xff', 'GIF8'].some(magic => start.startsWith(magic));
}
