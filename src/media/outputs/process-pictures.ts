/** Makes the files of a task from the pictures that an engine returned: cells, sheet and thumbnails, or one picture. */
import { candidatesOf } from '../../engines/engine.ts';
import { adoptedSize, withinTwice } from '../picture/adopted-size.ts';
import type { Rendition, SavedJob, OpenedMedia } from './rendition.ts';
import { encodeSheet } from '../picture/encode-sheet.ts';
import {
  encodePng,
  makeThumbnail,
  MAX_INPUT_EDGE,
  PictureError,
  type Picture,
  type RawPicture,
} from '../picture/picture.ts';
import { fitTo, normaliseFor, sizeOf } from '../picture/fit-picture.ts';
import type { PixelSize } from '../picture/picture-file.ts';
import type { Provenance } from '../provenance/provenance-record.ts';
import { UnusableMedia } from './unusable-media.ts';

const thumbnailEdge = 384;

/**
 * Returns a promise for each rendition, so that one can be stored while the next is encoded. Throws UnusableMedia if the number or the
 * content of the pictures does not match the job. A picture of another size than was asked for keeps it up to twice that size, cut to the
 * wished aspect ratio if necessary. All pictures of a grid get the size of the first one.
 */
export async function processPictures(
  job: SavedJob,
  opened: readonly OpenedMedia[],
  provenance: Provenance,
): Promise<readonly Promise<Rendition>[]> {
  const wanted = candidatesOf(job);
  if (opened.length !== wanted) throw new UnusableMedia(`${opened.length} pictures instead of ${wanted}`);
  const pictures = await adopted(opened, job, wanted === 1 ? MAX_INPUT_EDGE : MAX_INPUT_EDGE / 2);
  const thumbnails = () => pictures.map((picture, ordinal) => thumbnail(ordinal, picture));
  const inFull = (kind: 'picture' | 'cell') =>
    pictures.map((picture, ordinal) => asPng({ kind, ordinal }, picture, provenance));
  if (wanted === 1) return [...inFull('picture'), ...thumbnails()];
  return [sheet(pictures, provenance), ...inFull('cell'), ...thumbnails()];
}

/**
 * Decodes all pictures at the size of the first one. What is much larger than was asked for is shrunk while it is decoded, because a few
 * bytes can stand for any number of pixels, and all pictures of a task are in memory at once.
 */
async function adopted(
  opened: readonly OpenedMedia[],
  wanted: PixelSize,
  largestEdge: number,
): Promise<readonly RawPicture[]> {
  const pictures = opened.map(pictureIn);
  const [first] = pictures;
  if (!first) return [];
  return usable(async () => {
    const size = withinTwice(adoptedSize(await sizeOf(first), wanted), wanted, largestEdge);
    return Promise.all(pictures.map(picture => fitTo(picture, size)));
  });
}

/** Decodes a picture, whatever the engine claimed. One that is much larger than asked for is shrunk. */
export async function openPicture(opened: OpenedMedia, wanted: PixelSize): Promise<RawPicture> {
  const picture = pictureIn(opened);
  return picture instanceof Uint8Array ? usable(() => normaliseFor(picture, wanted)) : picture;
}

async function usable<Result>(decode: () => Promise<Result>): Promise<Result> {
  try {
    return await decode();
  } catch (error) {
    if (error instanceof PictureError) throw new UnusableMedia(error.message, { cause: error });
    throw error;
  }
}

function pictureIn({ media, bytes }: OpenedMedia): Picture {
  return media.contentType === 'image/x-rgba' ? rawPicture(media, bytes) : bytes;
}

export function isOfSize(picture: PixelSize, { width, height }: PixelSize): boolean {
  return picture.width === width && picture.height === height;
}

function rawPicture({ width, height }: OpenedMedia['media'], data: Uint8Array): RawPicture {
  if (data.length !== width * height * 4)
    throw new UnusableMedia(`${data.length} bytes for ${width}x${height} pixels`);
  return { data, width, height };
}

/** A JPEG, because it is only used to choose a candidate. The cells are stored losslessly. */
async function sheet(pictures: readonly RawPicture[], provenance: Provenance): Promise<Rendition> {
  return { kind: 'sheet', ordinal: 0, ...(await encodeSheet(pictures, provenance)) };
}

/** Encodes a picture losslessly, because follow-ups and clients that edit it start from these pixels. */
async function asPng(
  place: Pick<Rendition, 'kind' | 'ordinal'>,
  picture: RawPicture,
  provenance: Provenance,
): Promise<Rendition> {
  const { width, height } = picture;
  const bytes = await encodePng(picture, provenance);
  return { ...place, contentType: 'image/png', bytes, width, height };
}

export async function thumbnail(
  ordinal: number,
  picture: RawPicture,
  maxEdge = thumbnailEdge,
): Promise<Rendition> {
  return { kind: 'thumbnail', ordinal, ...(await makeThumbnail(picture, maxEdge)) };
}
