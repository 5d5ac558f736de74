/** Cuts a sheet of four pictures, as other servers send grids, into its cells. */
import { reason } from '@kinora/shared/errors/reason';
import { open, PictureError, readHeader, toPixels, type RawPicture } from './picture-file.ts';

/**
 * The cell 0-3 of a sheet file of two rows and two columns, pixel by pixel. All cells have the same size: in a sheet of odd width or height,
 * the line in the middle belongs to none. Throws PictureError.
 */
export async function cutCell(sheet: Uint8Array, cell: number): Promise<RawPicture> {
  const { autoOrient } = await readHeader(sheet);
  const [width, height] = [Math.floor(autoOrient.width / 2), Math.floor(autoOrient.height / 2)];
  if (width === 0 || height === 0) throw new PictureError('wrong_size', reason('sheet_small'));
  const left = cell % 2 === 0 ? 0 : autoOrient.width - width;
  const top = cell < 2 ? 0 : autoOrient.height - height;
  return toPixels(open(sheet).flatten({ background: 'white' }).extract({ left, top, width, height }), sheet);
}
