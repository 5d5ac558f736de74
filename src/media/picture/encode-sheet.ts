/** Encodes a sheet of pictures from its cells. */
import { stampProvenance } from '../provenance/provenance.ts';
import type { Provenance } from '../provenance/provenance-record.ts';
import { jpegOptions } from './jpeg-options.ts';
import { nextTurn } from '../../platform/lib/async/next-turn.ts';
import { maxDecodeBytes, open, withinLimits, type RawPicture } from './picture-file.ts';
import { sheetPlaces, type SheetPlaces } from './sheet-places.ts';

export interface EncodedSheet {
  readonly contentType: 'image/jpeg';
  readonly bytes: Uint8Array;
  readonly width: number;
  readonly height: number;
}

const quality = 92;
/** Copied without a pause: a fraction of a millisecond. */
const bytesInOneGo = 1024 * 1024;

/**
 * Encodes 4 or 16 pictures of one size as one JPEG with provenance, row by row. Their rows are copied,
 * because libvips composes in floating point and takes more time, and more memory, than the encoder and a
 * copy. The copy pauses, so that no request waits for it.
 */
export async function encodeSheet(
  cells: readonly RawPicture[],
  provenance: Provenance,
): Promise<EncodedSheet> {
  const places = sheetPlaces(cells);
  const { width, height } = places;
  // The cells are in memory already, so a sheet of any size is made: at most, alone.
  const memory = Math.min(maxDecodeBytes, width * height * 4);
  const jpeg = await withinLimits(memory, async () => {
    const sheet = await joinCells(cells, places);
    const encoded = await open(sheet)
      .jpeg({ ...jpegOptions, quality })
      .toBuffer();
    // Gives the memory back now, and not when the collector finds it: it would begin
    // its work because of its size.
    sheet.data.buffer.transfer(0);
    return encoded;
  });
  return { contentType: 'image/jpeg', bytes: stampProvenance(jpeg, provenance), width, height };
}

async function joinCells(
  cells: readonly RawPicture[],
  { places, width, height }: SheetPlaces,
): Promise<RawPicture & { readonly data: Uint8Array<ArrayBuffer> }> {
  const data = new Uint8Array(width * height * 4);
  let copiedBytes = 0;
  for (const [index, cell] of cells.entries()) {
    const { left = 0, top = 0 } = places[index] ?? {};
    const rowBytes = cell.width * 4;
    for (let y = 0; y < cell.height; y++) {
      data.set(cell.data.subarray(y * rowBytes, (y + 1) * rowBytes), ((top + y) * width + left) * 4);
      copiedBytes += rowBytes;
      if (copiedBytes < bytesInOneGo) continue;
      copiedBytes = 0;
      await nextTurn();
    }
  }
  return { data, width, height };
}
