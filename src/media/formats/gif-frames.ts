/** Reads the structure of a GIF file (GIF89a specification, appendix B). */

const screenBytes = 13;
const imageBytes = 10;
const extensionHeaderBytes = 2;
const image = 0x2c;
const extension = 0x21;
/**
 * Data is in blocks of up to 255 bytes, and encoders fill them. As many as this take milliseconds to skip.
 */
const maxBlocks = 1_000_000;

/**
 * Returns how many frames the file has, counted up to `most`, and no further than its first million blocks. A
 * frame that is cut off counts.
 */
export function gifFrames(bytes: Uint8Array, most: number): number {
  let frames = 0;
  let isData = false;
  let at = screenBytes + colorTableBytes(bytes[10] ?? 0);
  for (let block = 0; block < maxBlocks && at < bytes.length; block++) {
    if (isData) {
      // An empty block ends the data.
      isData = bytes[at] !== 0;
      at += bytes[at]! + 1;
      continue;
    }
    if (bytes[at] === image && ++frames >= most) return frames;
    if (bytes[at] !== image && bytes[at] !== extension) return frames;
    at += bytes[at] === image ? imageHeaderBytes(bytes, at) : extensionHeaderBytes;
    isData = true;
  }
  return frames;
}

/** Returns the size with the table of colors and the size of the codes that follow the header of an image. */
function imageHeaderBytes(bytes: Uint8Array, position: number): number {
  return imageBytes + colorTableBytes(bytes[position + imageBytes - 1] ?? 0) + 1;
}

/** The size of the table of colors after a screen or an image with these flags. */
function colorTableBytes(flags: number): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0;
}
