/**
 * Clears the creation times in the headers of an MP4, so that the same frames always give the same bytes. The
 * creation time is in the tags of the clip instead.
 */
import { mp4Boxes } from '../formats/mp4-boxes.ts';

const containers = ['moov', 'trak', 'mdia'];
/**
 * Creation and modification time come first in these boxes, 4 bytes each in version 0, 8 in version 1
 * (ISO/IEC 14496-12, 8.2 to 8.4).
 */
const timedBoxes = ['mvhd', 'tkhd', 'mdhd'];
const headerBytes = 8;

/** Modifies `bytes`, which must be a complete MP4, and returns them. A time of 0 means unknown. */
export function clearClipTimes(bytes: Uint8Array): Uint8Array {
  for (const box of mp4Boxes(bytes)) {
    const type = box.toString('latin1', 4, headerBytes);
    if (containers.includes(type)) clearClipTimes(box.subarray(headerBytes));
    if (!timedBoxes.includes(type)) continue;
    const version = box[headerBytes];
    const start = headerBytes + 4;
    box.fill(0, start, start + (version === 1 ? 16 : 8));
  }
  return bytes;
}
