/** Pictures that came four in a file: the file is decoded once, and each picture cut out of it. */
import { cutReturned } from '../../../media/picture/cut-sheet.ts';
import type { RawPicture } from '../../../media/picture/picture-file.ts';
import type { OpenedMedia } from './rendition.ts';

/** Returns the files in the same order, with pixels in place of each cell of a sheet. */
export async function cutSheets(mediaFiles: readonly OpenedMedia[]): Promise<readonly OpenedMedia[]> {
  if (mediaFiles.every(({ media }) => media.cell === undefined)) return mediaFiles;
  const pictures = new Map<OpenedMedia, RawPicture>();
  const sheets = Map.groupBy(
    mediaFiles.filter(({ media }) => media.cell !== undefined),
    ({ bytes }) => bytes,
  );
  for (const [sheet, files] of sheets) {
    const cells = await cutReturned(
      sheet,
      files.map(({ media }) => media.cell ?? 0),
    );
    for (const [index, file] of files.entries()) pictures.set(file, cells[index] as RawPicture);
  }
  return mediaFiles.map(file => asPixels(file, pictures.get(file)));
}

function asPixels(file: OpenedMedia, picture: RawPicture | undefined): OpenedMedia {
  if (!picture) return file;
  const { width, height, data } = picture;
  const { cell: _, ...media } = file.media;
  return { media: { ...media, contentType: 'image/x-rgba', width, height }, bytes: data as Uint8Array };
}
