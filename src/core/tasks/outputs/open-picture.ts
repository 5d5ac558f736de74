/** Pictures as an engine returned them, decoded and checked, and the thumbnails of them. */
import { reason } from '@kinora/shared/errors/reason';
import {
  makeThumbnail,
  PictureError,
  type Picture,
  type RawPicture,
} from '../../../media/picture/picture.ts';
import { normalizeFor } from '../../../media/picture/fit-picture.ts';
import type { PixelSize } from '../../../media/picture/picture-file.ts';
import type { OpenedMedia, Rendition } from './rendition.ts';
import { UnusableMedia } from '../../../media/unusable-media.ts';

/** The longer edge of a thumbnail. A picture that is no larger is its own thumbnail. */
const thumbnailEdge = 384;

/**
 * Decodes a picture, regardless of what the engine claimed. One that is much larger than asked for is shrunk.
 */
export async function openPicture(mediaFile: OpenedMedia, requestedSize: PixelSize): Promise<RawPicture> {
  const picture = pictureIn(mediaFile);
  return picture instanceof Uint8Array ? requireUsable(() => normalizeFor(picture, requestedSize)) : picture;
}

export async function requireUsable<Result>(decode: () => Promise<Result>): Promise<Result> {
  try {
    return await decode();
  } catch (error) {
    if (error instanceof PictureError) throw new UnusableMedia(error.reason, error);
    throw error;
  }
}

export function pictureIn({ media, bytes }: OpenedMedia): Picture {
  return media.contentType === 'image/x-rgba' ? rawPicture(media, bytes) : bytes;
}

export function isOfSize(picture: PixelSize, { width, height }: PixelSize): boolean {
  return picture.width === width && picture.height === height;
}

function rawPicture({ width, height }: OpenedMedia['media'], data: Uint8Array): RawPicture {
  if (data.length !== width * height * 4)
    throw new UnusableMedia(reason('pixel_bytes', { size: `${width}x${height}`, bytes: data.length }));
  return { data, width, height };
}

export function needsThumbnail({ width, height }: PixelSize): boolean {
  return Math.max(width, height) > thumbnailEdge;
}

export async function thumbnail(
  ordinal: number,
  picture: RawPicture,
  maxEdge = thumbnailEdge,
): Promise<Rendition> {
  return { kind: 'thumbnail', ordinal, ...(await makeThumbnail(picture, maxEdge)) };
}
