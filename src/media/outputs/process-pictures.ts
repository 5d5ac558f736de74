/** Makes the files of a task from the pictures that an engine returned: cells, sheet and thumbnails, or one picture. */
import { candidatesOf } from '../../engines/engine.ts';
import { adoptedSize } from './adopted-size.ts';
import type { Rendition, SavedJob, OpenedMedia } from './rendition.ts';
import {
  encodeJpeg,
  encodePng,
  makeSheet,
  makeThumbnail,
  MAX_INPUT_EDGE,
  PictureError,
  type RawPicture,
} from '../picture/picture.ts';
import { fitTo, normalisePicture } from '../picture/fit-picture.ts';
import type { PixelSize } from '../picture/picture-file.ts';
import type { Provenance } from '../provenance/provenance-record.ts';
import { UnusableMedia } from './unusable-media.ts';

const thumbnailEdge = 384;

/**
 * Returns a promise for each rendition, so that one can be stored while the next is encoded. Throws UnusableMedia if the number or the
 * content of the pictures does not match the job. A picture of another size than was asked for keeps it, cut to the wished aspect ratio
 * if necessary. All pictures of a grid get the size of the first one.
 */
export async function processPictures(
  job: SavedJob,
  opened: readonly OpenedMedia[],
  provenance: Provenance,
): Promise<readonly Promise<Rendition>[]> {
  const wanted = candidatesOf(job);
  if (opened.length !== wanted) throw new UnusableMedia(`${opened.length} pictures instead of ${wanted}`);
  const pictures = await adopted(await Promise.all(opened.map(file => openPicture(file, job))), job);
  const thumbnails = () => pictures.map((picture, ordinal) => thumbnail(ordinal, picture));
  const inFull = (kind: 'picture' | 'cell') =>
    pictures.map((picture, ordinal) => asPng({ kind, ordinal }, picture, provenance));
  if (wanted === 1) return [...inFull('picture'), ...thumbnails()];
  return [sheet(pictures, provenance), ...inFull('cell'), ...thumbnails()];
}

async function adopted(pictures: readonly RawPicture[], wanted: PixelSize): Promise<readonly RawPicture[]> {
  const [first] = pictures;
  if (!first) return [];
  const size = adoptedSize(first, wanted);
  return Promise.all(pictures.map(picture => fitTo(picture, size)));
}

/** Decodes a picture, whatever the engine claimed. One that is much larger than asked for is shrunk. */
export async function openPicture({ media, bytes }: OpenedMedia, wanted: PixelSize): Promise<RawPicture> {
  if (media.contentType === 'image/x-rgba') return rawPicture(media, bytes);
  const maxEdge = Math.max(MAX_INPUT_EDGE, wanted.width, wanted.height);
  try {
    return await normalisePicture(bytes, { maxEdge });
  } catch (error) {
    if (error instanceof PictureError) throw new UnusableMedia(error.message, { cause: error });
    throw error;
  }
}

export function isOfSize(picture: PixelSize, { width, height }: PixelSize): boolean {
  return picture.width === width && picture.height === height;
}

function rawPicture({ width, height }: OpenedMedia['media'], data: Uint8Array): RawPicture {
  if (data.length !== width * height * 4)
    throw new UnusableMedia(`${data.length} bytes for ${width}x${height} pixels`);
  return { data, width, height };
}

/** Encodes the sheet as JPEG, because it is only used to choose a candidate. The cells are stored losslessly. */
async function sheet(pictures: readonly RawPicture[], provenance: Provenance): Promise<Rendition> {
  const whole = makeSheet(pictures);
  const bytes = await encodeJpeg(whole, provenance);
  return {
    kind: 'sheet',
    ordinal: 0,
    contentType: 'image/jpeg',
    bytes,
    width: whole.width,
    height: whole.height,
  };
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
