/** Decodes and encodes still pictures, and makes sheets and thumbnails. */
import {
  finish,
  detectFormat,
  open,
  readHeader,
  toPixels,
  type FileFormat,
  type Picture,
  type RawPicture,
} from './picture-file.ts';
import { jpegOptions } from './jpeg-options.ts';
import { sheetPlaces } from './sheet-places.ts';
import { stampProvenance } from '../provenance/provenance.ts';
import type { Provenance } from '../provenance/provenance-record.ts';

export { maxDecodeBytes, maxScans, PictureError, type Picture, type RawPicture } from './picture-file.ts';

export interface EncodedPicture {
  readonly contentType: 'image/webp';
  readonly bytes: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** Encodes a PNG with provenance. A file that is already a PNG is not encoded again. */
export async function encodePng(picture: Picture, provenance: Provenance): Promise<Uint8Array> {
  const isPng = picture instanceof Uint8Array && detectFormat(picture) === 'png';
  return stampProvenance(isPng ? picture : await toPng(picture), provenance);
}

/**
 * Encodes a JPEG with provenance and full color resolution. Transparency of a file
 * becomes white. Quality 1-100.
 */
export async function encodeJpeg(
  picture: Picture,
  provenance: Provenance,
  quality = 92,
): Promise<Uint8Array> {
  const image = open(picture);
  const pipeline = picture instanceof Uint8Array ? image.flatten({ background: 'white' }) : image;
  const { data } = await finish(pipeline.jpeg({ ...jpegOptions, quality }), picture);
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

/**
 * Combines 4 or 16 small pictures of one size into a square sheet, row by row, in one go.
 * `encodeSheet` is for larger ones.
 */
export function makeSheet(cells: readonly RawPicture[]): RawPicture {
  const { places, ...size } = sheetPlaces(cells);
  const data = new Uint8Array(size.width * size.height * 4);
  for (const [index, { width, height, data: pixels }] of cells.entries()) {
    const { left = 0, top = 0 } = places[index] ?? {};
    for (let y = 0; y < height; y++)
      data.set(pixels.subarray(y * width * 4, (y + 1) * width * 4), ((top + y) * size.width + left) * 4);
  }
  return { data, ...size };
}

/**
 * Reads the header of a file. The pixels may still be damaged. Sizes are those of the upright
 * picture. Throws `too_costly` for a file that takes more memory to decode than is allowed. `holder`
 * is the token whose file it is.
 */
export async function inspectPicture(
  bytes: Uint8Array,
  holder?: string,
): Promise<{ format: FileFormat; width: number; height: number }> {
  const { autoOrient } = await readHeader(bytes, holder);
  return { format: detectFormat(bytes), ...autoOrient };
}

/**
 * Decodes a file once completely, to detect damage: in strips, so that its pixels are never all in
 * memory. Throws PictureError.
 */
export async function checkPixels(bytes: Uint8Array, holder: string): Promise<void> {
  const size = { width: 8, height: 8, fit: 'inside', withoutEnlargement: true } as const;
  await finish(open(bytes).resize(size).raw(), bytes, holder);
}

/** Input pictures of a task are decoded at most to this edge: 64 MB of RGBA. */
export const MAX_INPUT_EDGE = 4096;

/**
 * Decodes a file to upright, opaque sRGB pixels: on white, as pages show it. Only the first frame of
 * an animation is decoded. A picture larger than `maxEdge` is shrunk while it is decoded, so that the
 * full size is never in memory.
 */
export async function decodePicture(
  bytes: Uint8Array,
  { maxEdge }: { readonly maxEdge?: number } = {},
): Promise<RawPicture> {
  const file = open(bytes).flatten({ background: 'white' });
  const sizedImage =
    maxEdge === undefined
      ? file
      : file.resize({ width: maxEdge, height: maxEdge, fit: 'inside', withoutEnlargement: true });
  return toPixels(sizedImage, bytes);
}

/**
 * Resizes a picture, and stretches it if the aspect ratio differs. `sharpen` is the radius of an unsharp mask
 * in pixels. Absent means no sharpening.
 */
export async function resizePicture(
  picture: Picture,
  size: { width: number; height: number; sharpen?: number },
): Promise<RawPicture> {
  const { width, height, sharpen } = size;
  const resizedImage = open(picture).resize({ width, height, fit: 'fill', kernel: 'lanczos3' });
  const sharpenedImage =
    sharpen === undefined ? resizedImage : resizedImage.sharpen({ sigma: sharpen, m1: 0.4, m2: 1.6 });
  return toPixels(sharpenedImage, picture);
}

/** Whether any pixel is nearer to white than to black. Transparent pixels count as black. */
export async function hasWhite(bytes: Uint8Array, holder?: string): Promise<boolean> {
  // Uses native code: a callback per pixel of a large mask would block every other request for a second.
  const blackOrWhite = open(bytes).flatten({ background: 'black' }).grayscale().threshold(128).raw();
  const { data } = await finish(blackOrWhite, bytes, holder);
  return data.includes(255);
}

/**
 * Filters make a file a third smaller, and double the time for it. A small picture is shown soon,
 * and takes little room anyway.
 */
const minFilteredPixels = 512 * 512;

/** Encodes a PNG without provenance, for engines. */
export async function toPng(picture: Picture): Promise<Uint8Array> {
  const isSmall = !(picture instanceof Uint8Array) && picture.width * picture.height < minFilteredPixels;
  // Level 2 with filters: a third smaller than level 1 for the time of level 3 without.
  const options = { compressionLevel: 2, adaptiveFiltering: !isSmall };
  return (await finish(open(picture).png(options), picture)).data;
}
