/** Cuts a sheet of four pictures, as other servers send grids, into its cells. */
import { reason } from '@kinora/shared/errors/reason';
import { UnusableMedia } from '../unusable-media.ts';
import { open, PictureError, readHeader, toPixels, type PixelSize, type RawPicture } from './picture-file.ts';

/**
 * The cell 0-3 of a sheet file of two rows and two columns, pixel by pixel. All cells have the same size: in
 * a sheet of odd width or height, the line in the middle belongs to none. Throws PictureError.
 */
export async function cutCell(sheet: Uint8Array, cell: number): Promise<RawPicture> {
  const [picture] = await cutCells(sheet, [cell]);
  return picture as RawPicture;
}

/** Cells of a sheet that an engine has returned. Throws UnusableMedia if it is no sheet. */
export async function cutReturned(
  sheet: Uint8Array,
  cells: readonly number[],
): Promise<readonly RawPicture[]> {
  try {
    return await cutCells(sheet, cells);
  } catch (error) {
    if (!(error instanceof PictureError)) throw error;
    throw new UnusableMedia(reason('grid_unusable', { cause: error.reason }), error);
  }
}

/** Several cells of a sheet, which is decoded once. Throws PictureError. */
async function cutCells(sheet: Uint8Array, cells: readonly number[]): Promise<readonly RawPicture[]> {
  // Rejects a sheet that is too large before it is decoded.
  const { autoOrient } = await readHeader(sheet);
  cellArea(autoOrient, 0);
  const sheetPixels = await toPixels(open(sheet).flatten({ background: 'white' }), sheet);
  return cells.map(cell => copyArea(sheetPixels, cellArea(sheetPixels, cell)));
}

interface Area extends PixelSize {
  readonly left: number;
  readonly top: number;
}

function cellArea(sheet: PixelSize, cell: number): Area {
  const [width, height] = [Math.floor(sheet.width / 2), Math.floor(sheet.height / 2)];
  if (width === 0 || height === 0) throw new PictureError('wrong_size', reason('sheet_small'));
  const left = cell % 2 === 0 ? 0 : sheet.width - width;
  const top = cell < 2 ? 0 : sheet.height - height;
  return { left, top, width, height };
}

function copyArea(from: RawPicture, { left, top, width, height }: Area): RawPicture {
  const data = new Uint8Array(width * height * 4);
  for (let row = 0; row < height; row++) {
    const start = ((top + row) * from.width + left) * 4;
    data.set(from.data.subarray(start, start + width * 4), row * width * 4);
  }
  return { data, width, height };
}
