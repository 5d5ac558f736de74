/** Makes the files of a task from the pictures that an engine returned: cells, sheet and thumbnails, or one picture. */
import { candidatesOf } from '../../engines/engine.ts';
import type { Rendition, SavedJob, OpenedMedia } from './rendition.ts';
import {
  decodePicture,
  encodeJpeg,
  encodePng,
  makeSheet,
  makeThumbnail,
  PictureError,
  type RawPicture,
} from '../picture/picture.ts';
import type { Provenance } from '../provenance/provenance-record.ts';
import { UnusableMedia } from './unusable-media.ts';

const thumbnailEdge = 384;

/**
 * Returns a promise for each rendition, so that one can be stored while the next is encoded. Throws UnusableMedia if the number, size or
 * content of the pictures does not match the job.
 */
export async function processPictures(
  job: SavedJob,
  opened: readonly OpenedMedia[],
  provenance: Provenance,
): Promise<readonly Promise<Rendition>[]> {
  const wanted = candidatesOf(job);
  if (opened.length !== wanted) throw new UnusableMedia(`${opened.length} pictures instead of ${wanted}`);
  const pictures = await Promise.all(opened.map(file => readPicture(file, job)));
  const thumbnails = () => pictures.map((picture, ordinal) => thumbnail(ordinal, picture));
  const inFull = (kind: 'picture' | 'cell') =>
    pictures.map((picture, ordinal) => asPng({ kind, ordinal }, picture, provenance));
  if (wanted === 1) return [...inFull('picture'), ...thumbnails()];
  return [sheet(pictures, provenance), ...inFull('cell'), ...thumbnails()];
}

/** Decodes a picture and checks its size, whatever the engine claimed. */
export async function readPicture(
  { media, bytes }: OpenedMedia,
  { width, height }: Pick<SavedJob, 'width' | 'height'>,
): Promise<RawPicture> {
  const picture = media.contentType === 'image/x-rgba' ? rawPicture(media, bytes) : await decode(bytes);
  if (picture.width !== width || picture.height !== height) {
    throw new UnusableMedia(`a picture of ${picture.width}x${picture.height} instead of ${width}x${height}`);
  }
  return picture;
}

function rawPicture({ width, height }: OpenedMedia['media'], data: Uint8Array): RawPicture {
  if (data.length !== width * height * 4)
    throw new UnusableMedia(`${data.length} bytes for ${width}x${height} pixels`);
  return { data, width, height };
}

async function decode(bytes: Uint8Array): Promise<RawPicture> {
  try {
    return await decodePicture(bytes);
  } catch (error) {
    if (error instanceof PictureError) throw new UnusableMedia(error.message, { cause: error });
    throw error;
  }
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
