/** Where the cells of a sheet lie. */
import { sizeText } from './size-text.ts';
import { reason } from '@kinora/shared/errors/reason';
import { checkPixels, PictureError, type PixelSize, type RawPicture } from './picture-file.ts';

export interface SheetPlaces extends PixelSize {
  /** The place of each cell, row by row. */
  readonly places: readonly { readonly left: number; readonly top: number }[];
}

/** A square of 4 or 16 cells of one size. Throws PictureError `wrong_size` for anything else. */
export function sheetPlaces(cells: readonly RawPicture[]): SheetPlaces {
  const [first] = cells;
  const columns = Math.sqrt(cells.length);
  if (!first || ![2, 4].includes(columns))
    throw new PictureError('wrong_size', reason('sheet_cells', { count: cells.length }));
  const { width, height } = first;
  const places = cells.map((cell, index) => {
    if (cell.width !== width || cell.height !== height)
      throw new PictureError(
        'wrong_size',
        reason('sheet_cell', { number: index, size: sizeText(cell), wanted: `${width}x${height}` }),
      );
    checkPixels(cell);
    return { left: (index % columns) * width, top: Math.floor(index / columns) * height };
  });
  return { places, width: width * columns, height: height * columns };
}
