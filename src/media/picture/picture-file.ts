/**
 * Opens picture files safely: known formats only, within the limits of memory and threads.
 * Only this folder uses sharp.
 */
import { sizeText } from './size-text.ts';
import { ReasonedError } from '../reasoned-error.ts';
import { reason, type Reason } from '@kinora/shared/errors/reason';
import sharp, { type Metadata, type Sharp } from 'sharp';
import { openFairQueue } from '../../platform/lib/async/fair-queue.ts';
import { countScans } from '../formats/jpeg-markers.ts';
import { maxParts } from '../formats/max-parts.ts';
import { hasTooManyParts } from '../formats/too-many-parts.ts';
import { decodeCost, decodeMemory } from './decode-memory.ts';

// One thread per picture: many pictures are processed at the same time, and no encoder
// here is faster with two threads.
sharp.concurrency(1);
// No picture is opened twice, so a cache would only use memory.
sharp.cache(false);

/** Files that take more memory to decode are rejected. See decode-memory.ts. */
export const maxDecodeBytes = 224 * 1024 * 1024;
/**
 * Only engines send AVIF. One of 20 megapixels, the largest result of an upscale, takes
 * this much, and is decoded alone.
 */
const maxAvifBytes = 416 * 1024 * 1024;
/**
 * JPEGs with more scans are rejected. Encoders write about ten, and each takes as long as a whole picture.
 */
export const maxScans = 100;
/** A picture of four megapixels, as most results are, is small. Costs are bytes of pixels. */
const small = { cost: 16 * 1024 * 1024, memory: 48 * 1024 * 1024 };
// Each picture uses one of the threads that also read files, so some threads must stay free.
const queue = openFairQueue({ threads: 2, memory: maxDecodeBytes, small });

/** 8-bit RGBA, row by row. The encoders drop alpha, because most pictures are opaque. */
export interface RawPicture {
  /** Whether the alpha channel is kept. Absent means that it is dropped. */
  readonly isTransparent?: boolean;
  readonly data: Uint8Array | Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
}

/** Raw pixels, or a whole PNG, JPEG, WebP, GIF or AVIF file. */
export type Picture = RawPicture | Uint8Array;

/** The formats that clients may send. */
export type PictureFormat = 'png' | 'jpeg' | 'webp' | 'gif';

/** The formats that engines may send. */
export type FileFormat = PictureFormat | 'avif';

export interface PixelSize {
  readonly width: number;
  readonly height: number;
}

/** Thrown by every function here for bytes or sizes that are not a usable picture. */
export class PictureError extends ReasonedError {
  override readonly name = 'PictureError';
  readonly code: 'not_a_picture' | 'too_large' | 'too_costly' | 'damaged' | 'wrong_size';

  constructor(code: PictureError['code'], reason: Reason, cause?: unknown) {
    super(reason, cause);
    this.code = code;
  }
}

/** Larger pictures are rejected before they are decoded: 64 megapixels are 256 MB of RGBA. */
export const MAX_PICTURE_PIXELS = 8192 * 8192;

/** Begins a pipeline. Raw pixels lose their alpha unless it counts; files are turned upright. */
export function open(picture: Picture): Sharp {
  if (!(picture instanceof Uint8Array)) {
    const { data, width, height, isTransparent } = checkPixels(picture);
    const pixels = sharp(data, { raw: { width, height, channels: 4 } });
    return isTransparent ? pixels : pixels.removeAlpha();
  }
  detectFormat(picture);
  return sharp(picture, { limitInputPixels: MAX_PICTURE_PIXELS, failOn: 'error', autoOrient: true });
}

export function checkPixels(picture: RawPicture): RawPicture {
  const { data, width, height } = picture;
  if (data.length === width * height * 4 && data.length > 0) return picture;
  throw new PictureError(
    'wrong_size',
    reason('pixel_bytes', { size: sizeText(picture), bytes: data.length }),
  );
}

/**
 * Detects the format by the first bytes, so that bytes from outside reach only
 * these decoders, never SVG or PDF.
 */
export function detectFormat(bytes: Uint8Array): FileFormat {
  const start = Buffer.from(bytes.subarray(0, 12)).toString('latin1');
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (start.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (start.startsWith('RIFF') && start.endsWith('WEBP')) return 'webp';
  if (start.startsWith('GIF8')) return 'gif';
  if (start.endsWith('ftypavif') || start.endsWith('ftypavis')) return 'avif';
  throw notAPictureError();
}

function notAPictureError(): PictureError {
  return new PictureError('not_a_picture', reason('picture_kind'));
}

/** Runs a pipeline to 8-bit sRGB with alpha. */
export async function toPixels(pipeline: Sharp, source: Picture): Promise<RawPicture> {
  const pixels = pipeline.toColourspace('srgb').ensureAlpha().raw({ depth: 'uchar' });
  const { data, info } = await finish(pixels, source);
  return { data, width: info.width, height: info.height };
}

/**
 * Runs other work on pixels within the same limits. It must not call functions of this folder, which would
 * wait for the places that it has. Throws `too_costly` for work that takes more memory than is allowed.
 */
export async function withinLimits<Result>(memory: number, work: () => Promise<Result>): Promise<Result> {
  if (memory > maxDecodeBytes)
    throw new PictureError('too_costly', reason('picture_work', { bytes: memory }));
  return queue.run({ holder: ownWork, cost: memory, memory }, work);
}

/** The holder of work on what engines returned. Work on what clients sent is held by their tokens. */
const ownWork = '';

/**
 * Runs a pipeline when it is its turn: it counts with the memory of its raw pixels, or with the estimate for
 * decoding its file.
 */
export async function finish(
  pipeline: Sharp,
  source: Picture,
  holder = ownWork,
): Promise<{ data: Uint8Array; info: { width: number; height: number } }> {
  const run = () => attempt(() => pipeline.toBuffer({ resolveWithObject: true }));
  const { memory, cost } =
    source instanceof Uint8Array
      ? await readHeader(source, holder)
      : { memory: rawMemory(source), cost: source.data.length };
  return queue.run({ holder, cost, memory }, run);
}

/** Pixels that are in memory already are not rejected: at worst, they are worked on alone. */
function rawMemory({ data }: RawPicture): number {
  return Math.min(maxDecodeBytes, data.length);
}

/**
 * Throws PictureError `too_large` or `too_costly` before a pixel is decoded. `memory` and
 * `cost` are what decoding takes.
 */
export async function readHeader(
  bytes: Uint8Array,
  holder = ownWork,
): Promise<Metadata & { readonly memory: number; readonly cost: number }> {
  const format = detectFormat(bytes);
  if (hasTooManyParts(bytes, format))
    throw new PictureError('too_costly', reason('picture_parts', { limit: maxParts }));
  const reading = { holder, cost: bytes.length, memory: 0 };
  const metadata = await queue.run(reading, () => attempt(() => open(bytes).metadata()));
  const { width, height, isProgressive = false, channels = 4, depth, autoOrient } = metadata;
  if (autoOrient.width * autoOrient.height > MAX_PICTURE_PIXELS) throw tooLarge();
  const bytesPerSample = depth === 'ushort' ? 2 : 1;
  const facts = { format, width, height, isProgressive, channels, bytesPerSample };
  const memory = decodeMemory(bytes, facts);
  if (memory > (format === 'avif' ? maxAvifBytes : maxDecodeBytes))
    throw new PictureError('too_costly', reason('picture_decoding', { bytes: memory }));
  const scans = format === 'jpeg' ? countScans(bytes, maxScans) : 1;
  if (scans > maxScans) throw new PictureError('too_costly', reason('picture_scans', { limit: maxScans }));
  return { ...metadata, memory: Math.min(memory, maxDecodeBytes), cost: decodeCost(facts, scans) };
}

async function attempt<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    // libvips reports no code here, only this message.
    if (error instanceof Error && error.message.includes('pixel limit')) throw tooLarge(error);
    throw new PictureError('damaged', reason('picture_damaged'), error);
  }
}

function tooLarge(cause?: unknown): PictureError {
  return new PictureError('too_large', reason('picture_pixels', { limit: MAX_PICTURE_PIXELS }), cause);
}
