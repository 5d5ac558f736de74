/**
 * Finds out whether a WebM or Matroska file is complete. Its reader takes what
 * there is of one that is cut off.
 */

const ebmlHeader = 0x1a45dfa3;
const segment = 0x18538067;

/**
 * False if the segment, which holds everything, is longer than the file (RFC 8794, 6). True for a segment of
 * unknown length, as live recorders write it, and for other files.
 */
export function isCompleteMatroska(bytes: Uint8Array): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (file.length < 5 || file.readUInt32BE(0) !== ebmlHeader) return true;
  const header = lengthAt(file, 4);
  const at = header && header.start + header.length;
  if (at === undefined || at + 5 > file.length || file.readUInt32BE(at) !== segment) return false;
  const content = lengthAt(file, at + 4);
  return !content || content.start + content.length <= file.length;
}

/**
 * A length of 1 to 8 bytes, and where the content begins. Returns undefined if it is unknown: all bits are
 * set.
 */
function lengthAt(file: Buffer, position: number): { length: number; start: number } | undefined {
  const first = file[position] ?? 0;
  const bytes = Math.clz32(first) - 23;
  if (bytes > 8 || position + bytes > file.length) return undefined;
  let length = first & (0xff >> bytes);
  let isUnknown = length === 0xff >> bytes;
  for (const byte of file.subarray(position + 1, position + bytes)) {
    length = length * 256 + byte;
    isUnknown &&= byte === 0xff;
  }
  return isUnknown ? undefined : { length, start: position + bytes };
}
