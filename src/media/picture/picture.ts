/** Decodes and encodes still pictures, and makes sheets and thumbnails. The only module of `src` that uses sharp. */
import sharp, { type Metadata, type Sharp } from 'sharp';
import { openGate } from '../../lib/gate.ts';
import { countScans, decodeMemory } from './decode-memory.ts';
import { stampProvenance } from '../provenance/provenance.ts';
import type { Provenance } from '../provenance/provenance-record.ts';

// One thread per picture: many pictures are processed at once, and no encoder here is faster with two threads.
sharp.concurrency(1);
// No picture is opened twice, so a cache would only use memory.
sharp.cache(false);

/** Files that take more memory to decode are rejected. See decode-memory.ts. */
export const maxDecodeBytes = 224 * 1024 * 1024;
/** JPEGs with more scans are rejected. Encoders write about ten, and each takes as long as a whole picture. */
export const maxScans = 100;
/** Limits the memory, in bytes, of all pictures that are decoded at the same time. */
const decoding = openGate({ places: maxDecodeBytes });
// Each picture uses one of the threads that also read files, so some threads must stay free.
const working = openGate({ places: 2 });

/** 8-bit RGBA, row by row. The encoders drop alpha, because Kinora's pictures are opaque. */
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
  readonly code: 'not_a_picture' | 'too_large' | 'too_costly' | 'damaged' | 'wrong_size';

  constructor(code: PictureError['code'], message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}

/** Larger pictures are rejected before they are decoded: 64 megapixels are 256 MB of RGBA. */
export const MAX_PICTURE_PIXELS = 8192 * 8192;

/** Encodes a PNG with provenance. A file that is already a PNG is not encoded again. */
export async function encodePng(picture: Picture, provenance: Provenance): Promise<Uint8Array> {
  const isPng = picture instanceof Uint8Array && formatOf(picture) === 'png';
  return stampProvenance(isPng ? picture : await toPng(picture), provenance);
}

/** Encodes a JPEG with provenance and full colour resolution. Transparency of a file becomes white. Quality 1-100. */
export async function encodeJpeg(
  picture: Picture,
  provenance: Provenance,
  quality = 92,
): Promise<Uint8Array> {
  const opened = open(picture);
  const pipeline = picture instanceof Uint8Array ? opened.flatten({ background: 'white' }) : opened;
  const { data } = await finish(pipeline.jpeg({ quality, chromaSubsampling: '4:4:4' }), picture);
  return stampProvenance(data, provenance);
}

/** Encodes a WebP quickly, for previews, without provenance. Quality 1-100. */
export async function encodeWebp(picture: Picture, quality = 80): Promise<Uint8Array> {
  return (await finish(open(picture).webp({ quality, effort: 0 }), picture)).data;
}

/** Makes a WebP that fits into a square of `maxEdge` pixels. Smaller pictures are not enlarged. */
export async function makeThumbnail(picture: Picture, maxEdge: number): Promise<EncodedPicture> {
  const size = { width: maxEdge, height: maxEdge, fit: 'inside', withoutEnlargement: true } as const;
  const { data, info } = await finish(open(picture).resize(size).webp({ quality: 80, effort: 2 }), picture);
  return { contentType: 'image/webp', bytes: data, width: info.width, height: info.height };
}

/** Combines 4 or 16 pictures of one size into a square sheet, row by row. */
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

/**
 * Reads the header of a file. The pixels may still be damaged. Sizes are those of the upright picture. Throws
 * `too_costly` for a file that takes more memory to decode than is allowed.
 */
export async function inspectPicture(
  bytes: Uint8Array,
): Promise<{ format: PictureFormat; width: number; height: number }> {
  const format = formatOf(bytes);
  const { autoOrient } = await readHeader(bytes);
  return { format, ...autoOrient };
}

/** Input pictures of a task are decoded at most to this edge: 64 MB of RGBA. */
export const MAX_INPUT_EDGE = 4096;

/**
 * Decodes a file to upright sRGB pixels. Only the first frame of an animation is decoded. A picture larger than `maxEdge` is shrunk
 * while it is decoded, so that the full size is never in memory.
 */
export async function decodePicture(
  bytes: Uint8Array,
  { maxEdge }: { readonly maxEdge?: number } = {},
): Promise<RawPicture> {
  const file = open(bytes);
  const sized =
    maxEdge === undefined
      ? file
      : file.resize({ width: maxEdge, height: maxEdge, fit: 'inside', withoutEnlargement: true });
  const pixels = sized.toColourspace('srgb').ensureAlpha().raw({ depth: 'uchar' });
  const { data, info } = await finish(pixels, bytes);
  return { data, width: info.width, height: info.height };
}

/**
 * Resizes a picture, and stretches it if the aspect ratio differs. `sharpen` is the radius of an unsharp mask in pixels. Absent: no
 * sharpening.
 */
export async function resizePicture(
  picture: Picture,
  size: { width: number; height: number; sharpen?: number },
): Promise<RawPicture> {
  const { width, height, sharpen } = size;
  const resized = open(picture).resize({ width, height, fit: 'fill', kernel: 'lanczos3' });
  const sharpened = sharpen === undefined ? resized : resized.sharpen({ sigma: sharpen, m1: 0.4, m2: 1.6 });
  const { data, info } = await finish(
    sharpened.toColourspace('srgb').ensureAlpha().raw({ depth: 'uchar' }),
    picture,
  );
  return { data, width: info.width, height: info.height };
}

/** Whether any pixel is nearer to white than to black. Transparent pixels count as black. */
export async function hasWhite(bytes: Uint8Array): Promise<boolean> {
  // Uses native code: a callback per pixel of a large mask would block every other request for a second.
  const blackOrWhite = open(bytes).flatten({ background: 'black' }).greyscale().threshold(128).raw();
  const { data } = await finish(blackOrWhite, bytes);
  return data.includes(255);
}

async function toPng(picture: Picture): Promise<Uint8Array> {
  // Level 2 with filters: a third smaller than level 1 for the time of level 3 without.
  return (await finish(open(picture).png({ compressionLevel: 2, adaptiveFiltering: true }), picture)).data;
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

/** Detects the format by the first bytes, so that bytes from outside reach only these four decoders, never SVG or PDF. */
function formatOf(bytes: Uint8Array): PictureFormat {
  const start = Buffer.from(bytes.subarray(0, 12)).toString('latin1');
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (start.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (start.startsWith('RIFF') && start.endsWith('WEBP')) return 'webp';
  if (start.startsWith('GIF8')) return 'gif';
  throw new PictureError('not_a_picture', 'This is not a PNG, JPEG, WebP or GIF file.');
}

/** Runs a pipeline when enough memory is free. Decoding a file counts with its estimated memory. */
async function finish(
  pipeline: Sharp,
  source: Picture,
): Promise<{ data: Uint8Array; info: { width: number; height: number } }> {
  const run = () => attempt(() => pipeline.toBuffer({ resolveWithObject: true }));
  const places = source instanceof Uint8Array ? (await readHeader(source)).memory : 0;
  return decoding.run({ holder: '', places }, () => working.run({ holder: '' }, run));
}

/** Throws PictureError `too_large` or `too_costly` before a pixel is decoded. */
async function readHeader(bytes: Uint8Array): Promise<Metadata & { readonly memory: number }> {
  const format = formatOf(bytes);
  const metadata = await attempt(() => open(bytes).metadata());
  const { width, height, isProgressive = false, channels = 4, depth, autoOrient } = metadata;
  if (autoOrient.width * autoOrient.height > MAX_PICTURE_PIXELS) throw tooLarge();
  const bytesPerSample = depth === 'ushort' ? 2 : 1;
  const memory = decodeMemory(bytes, { format, width, height, isProgressive, channels, bytesPerSample });
  if (memory > maxDecodeBytes)
    throw new PictureError('too_costly', `Decoding the picture takes ${memory} bytes of memory.`);
  if (format === 'jpeg' && countScans(bytes, maxScans) > maxScans)
    throw new PictureError('too_costly', `The picture has more than ${maxScans} scans.`);
  return { ...metadata, memory };
}

async function attempt<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    // libvips reports no code here, only this message.
    if (error instanceof Error && error.message.includes('pixel limit')) throw tooLarge(error);
    throw new PictureError('damaged', 'The picture cannot be decoded.', error);
  }
}

function tooLarge(cause?: unknown): PictureError {
  return new PictureError('too_large', `The picture has more than ${MAX_PICTURE_PIXELS} pixels.`, cause);
}
