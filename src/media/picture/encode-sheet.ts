/** Encodes a sheet of pictures from its cells. */
import sharp from 'sharp';
import { stampProvenance } from '../provenance/provenance.ts';
import type { Provenance } from '../provenance/provenance-record.ts';
import { finish, type RawPicture } from './picture-file.ts';
import { jpegOptions } from './jpeg-options.ts';
import { sheetPlaces } from './sheet-places.ts';

export interface EncodedSheet {
  readonly contentType: 'image/jpeg';
  readonly bytes: Uint8Array;
  readonly width: number;
  readonly height: number;
}

const quality = 92;

/**
 * Encodes 4 or 16 pictures of one size as one JPEG with provenance, row by row. Native code puts them together strip by strip, so that the
 * pixels of the sheet are never in memory and no request waits for them to be copied.
 */
export async function encodeSheet(
  cells: readonly RawPicture[],
  provenance: Provenance,
): Promise<EncodedSheet> {
  const { places, width, height } = sheetPlaces(cells);
  const images = cells.map(({ data, ...size }, index) => ({
    input: Buffer.from(data.buffer, data.byteOffset, data.byteLength),
    raw: { ...size, channels: 4 } as const,
    ...places[index],
  }));
  const blank = sharp({ create: { width, height, channels: 4, background: 'black' } });
  const pipeline = blank
    .composite(images)
    .removeAlpha()
    .jpeg({ ...jpegOptions, quality });
  const { data } = await finish(pipeline, cells);
  return { contentType: 'image/jpeg', bytes: stampProvenance(data, provenance), width, height };
}
