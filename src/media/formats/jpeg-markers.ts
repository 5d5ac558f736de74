/** Reads the structure of a JPEG file (ITU T.81, B.1.1). */
import { maxParts } from './max-parts.ts';

const startOfScan = 0xda;
const endOfImage = 0xd9;
/**
 * One in 256 bytes of coded data looks like a part of a marker. As many as this take milliseconds to skip.
 */
const maxLookalikes = 200_000;

/** The segments between the start of the file and its first scan, at most `maxParts`. */
export function* jpegSegments(bytes: Uint8Array): Generator<Buffer> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 2;
  for (let part = 0; part < maxParts; part++) {
    if (at + 4 > file.length || file[at] !== 0xff || file[at + 1] === startOfScan) return;
    const segment = file.subarray(at, at + 2 + file.readUInt16BE(at + 2));
    yield segment;
    at += segment.length;
  }
}

/**
 * The markers of a JPEG that have content, and its end marker, at most `maxParts`. `at` is the start of the
 * content, after its length. Stops at coded data that no encoder writes, because it has too many bytes 0xff.
 */
export function* jpegMarkers(bytes: Uint8Array): Generator<{ readonly marker: number; readonly at: number }> {
  let parts = 0;
  let lookalikes = 0;
  for (let at = bytes.indexOf(0xff, 2); at !== -1 && at + 1 < bytes.length; at = bytes.indexOf(0xff, at)) {
    const marker = bytes[at + 1] ?? 0;
    // Skips coded data, fill bytes before a marker, and markers without content: TEM, RST0 to RST7 and SOI.
    const isAlone = marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd8);
    if (marker === 0xff || isAlone) {
      if (++lookalikes > maxLookalikes) return;
      at += isAlone ? 2 : 1;
      continue;
    }
    if (++parts > maxParts) return;
    yield { marker, at: at + 4 };
    at += 2 + (((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0));
  }
}

/**
 * Counts the scans of a JPEG, each of which costs as much time as a whole picture, even if it has
 * only a few bytes. Stops counting after `limit`. A file with more parts than any encoder writes
 * counts as one of more scans.
 */
export function countScans(bytes: Uint8Array, limit: number): number {
  // Coded data never contains the marker, so this is exact, or too much for a file with
  // something else behind the picture.
  const markerCount = countMarkers(bytes, limit);
  if (markerCount <= limit) return markerCount;
  let scans = 0;
  for (const { marker } of jpegMarkers(bytes)) {
    if (marker === startOfScan) scans++;
    if (marker === endOfImage || scans > limit) return scans;
  }
  return markerCount;
}

function countMarkers(bytes: Uint8Array, limit: number): number {
  let [count, lookalikes] = [0, 0];
  for (let at = bytes.indexOf(startOfScan); at !== -1; at = bytes.indexOf(startOfScan, at + 1)) {
    if (++lookalikes > maxLookalikes) return limit + 1;
    if (bytes[at - 1] === 0xff && ++count > limit) return count;
  }
  return count;
}
