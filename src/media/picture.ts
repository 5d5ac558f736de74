/** Still pictures: decode, encode, sheets and thumbnails. The only module that uses sharp. */
import sharp, { type Sharp } from 'sharp';
import { type Provenance, stampProvenance } from './provenance.ts';

// One thread a picture: many pictures are worked on at once, and no encoder here gets faster with two.
sharp.concurrency(1);
// No picture is opened twice; the cache would only hold memory.
sharp.cache(false);

/** 8-bit RGBA, row by row. Encoders here keep the colour and drop the alpha: Kinora's pictures are opaque. */
export interface RawPicture {
  readonly data: Uint8Array | Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
}

/** Raw pixels, or a whole PNG, JPEG, WebP or GIF file. */
export type Picture = RawPicture | Uint8Array;

export type PictureFormat = 'png' | 'jpeg' | 'webp' | 'gif';

export interface EncodedPicture {
  readonly contentType: 'image/webp';
  readonly bytes: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** Thrown by every function here for bytes or sizes that are not a usable picture. */
export class PictureError extends Error {
  override readonly name = 'PictureError';
  readonly code: 'not_a_picture' | 'too_large' | 'damaged' | 'wrong_size';

  constructor(code: PictureError['code'], message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}

/** Larger pictures are refused before they are decoded: 64 megapixels are 256 MB of RGBA. */
export const MAX_PICTURE_PIXELS = 8192 * 8192;

/** A PNG with its provenance. A file that is a PNG already is not encoded again. */
export async function encodePng(picture: Picture, provenance: Provenance): Promise<Uint8Array> {
  const isPng = picture instanceof Uint8Array && formatOf(picture) === 'png';
  return stampProvenance(isPng ? picture : await toPng(picture), provenance);
}

/** A JPEG with its provenance and full colour resolution. Transparency becomes white. Quality 1-100. */
export async function encodeJpeg(
  picture: Picture,
  provenance: Provenance,
  quality = 92,
): Promise<Uint8Array> {
  const pipeline = open(picture).flatten({ background: 'white' });
  const { data } = await finish(pipeline.jpeg({ quality, chromaSubsampling: '4:4:4' }));
  return stampProvenance(data, provenance);
}

/** A WebP made quickly, for previews: no provenance. Quality 1-100. */
export async function encodeWebp(picture: Picture, quality = 80): Promise<Uint8Array> {
  return (await finish(open(picture).webp({ quality, effort: 0 }))).data;
}

/** A WebP that fits into a square of `maxEdge` pixels; a smaller picture keeps its size. */
export async function makeThumbnail(picture: Picture, maxEdge: number): Promise<EncodedPicture> {
  const size = { width: maxEdge, height: maxEdge, fit: 'inside', withoutEnlargement: true } as const;
  const { data, info } = await finish(open(picture).resize(size).webp({ quality: 80, effort: 2 }));
  return { contentType: 'image/webp', bytes: data, width: info.width, height: info.height };
}

/** Pictures of one size as one, row by row in a square: 4 or 16 of them. */
export function makeSheet(cells: readonly RawPicture[]): RawPicture {
  const [first] = cells;
  const columns = Math.sqrt(cells.length);
  if (!first || ![2, 4].includes(columns))
    throw new PictureError('wrong_size', `A sheet has 4 cells or 16, not ${cells.length}.`);
  const { width, height } = first;
  const data = new Uint8Array(width * height * cells.length * 4);
  for (const [index, cell] of cells.entries()) {
    if (cell.width !== width || cell.height !== height) {
      throw new PictureError(
        'wrong_size',
        `Cell ${index} is ${cell.width}x${cell.height}, not ${width}x${height}.`,
      );
    }
    checkPixels(cell);
    const left = (index % columns) * width;
    const top = Math.floor(index / columns) * height;
    for (let y = 0; y < height; y++) {
      const row = cell.data.subarray(y * width * 4, (y + 1) * width * 4);
      data.set(row, ((top + y) * columns * width + left) * 4);
    }
  }
  return { data, width: width * columns, height: height * columns };
}

/** What a file says it is, from its header alone: the pixels may still be damaged. Sizes are as shown, upright. */
export async function inspectPicture(
  bytes: Uint8Array,
): Promise<{ format: PictureFormat; width: number; height: number }> {
  const format = formatOf(bytes);
  const { autoOrient } = await attempt(() => open(bytes).metadata());
  if (autoOrient.width * autoOrient.height > MAX_PICTURE_PIXELS) throw tooLarge();
  return { format, ...autoOrient };
}

/** The pixels of a file, upright, in sRGB. Of an animation the first frame. */
export async function decodePicture(bytes: Uint8Array): Promise<RawPicture> {
  const { data, info } = await finish(
    open(bytes).toColourspace('srgb').ensureAlpha().raw({ depth: 'uchar' }),
  );
  return { data, width: info.width, height: info.height };
}

/**
 * The pixels at another size, stretched where the shape differs. `sharpen` is the radius in pixels of the forms whose
 * contrast is raised; absent: none.
 */
export async function resizePicture(
  picture: Picture,
  size: { width: number; height: number; sharpen?: number },
): Promise<RawPicture> {
  const { width, height, sharpen } = size;
  const resized = open(picture).resize({ width, height, fit: 'fill', kernel: 'lanczos3' });
  const sharpened = sharpen === undefined ? resized : resized.sharpen({ sigma: sharpen, m1: 0.4, m2: 1.6 });
  const { data, info } = await finish(sharpened.toColourspace('srgb').ensureAlpha().raw({ depth: 'uchar' }));
  return { data, width: info.width, height: info.height };
}

/** Is any of it nearer to white than to black? What is transparent counts as black. */
export async function hasWhite(bytes: Uint8Array): Promise<boolean> {
  const grey = open(bytes).flatten({ background: 'black' }).greyscale().raw();
  const { data } = await finish(grey);
  return data.some(value => value > 127);
}

async function toPng(picture: Picture): Promise<Uint8Array> {
  // Level 2 with filters: a third smaller than level 1 for the time of level 3 without.
  return (await finish(open(picture).png({ compressionLevel: 2, adaptiveFiltering: true }))).data;
}

function open(picture: Picture): Sharp {
  if (!(picture instanceof Uint8Array)) {
    const { data, width, height } = checkPixels(picture);
    return sharp(data, { raw: { width, height, channels: 4 } }).removeAlpha();
  }
  formatOf(picture);
  return sharp(picture, { limitInputPixels: MAX_PICTURE_PIXELS, failOn: 'error', autoOrient: true });
}

function checkPixels(picture: RawPicture): RawPicture {
  const { data, width, height } = picture;
  if (data.length === width * height * 4 && data.length > 0) return picture;
  throw new PictureError('wrong_size', `${width}x${height} pixels cannot be ${data.length} bytes of RGBA.`);
}

/** By its first bytes, so that only these four decoders are ever given bytes from outside: no SVG, no PDF. */
function formatOf(bytes: Uint8Array): PictureFormat {
  const start = Buffer.from(bytes.subarray(0, 12)).toString('latin1');
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (start.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (start.startsWith('RIFF') && start.endsWith('WEBP')) return 'webp';
  if (start.startsWith('GIF8')) return 'gif';
  throw new PictureError('not_a_picture', 'This is not a PNG, JPEG, WebP or GIF file.');
}

function finish(pipeline: Sharp): Promise<{ data: Uint8Array; info: { width: number; height: number } }> {
  return attempt(() => pipeline.toBuffer({ resolveWithObject: true }));
}

async function attempt<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    // Upstream gives no code; this is the one message that libvips' limit has.
    if (error instanceof Error && error.message.includes('pixel limit')) throw tooLarge(error);
    throw new PictureError('damaged', 'The picture cannot be decoded.', error);
  }
}

function tooLarge(cause?: unknown): PictureError {
  return new PictureError('too_large', `The picture has more than ${MAX_PICTURE_PIXELS} pixels.`, cause);
}
