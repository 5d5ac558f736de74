/** Reads the structure of a PNG file (PNG specification, third edition, section 5.3). */
import { maxParts } from './max-parts.ts';

const signatureBytes = 8;
/** Its length and type before the data, and its checksum after it. */
const frameBytes = 12;

/** `IEND`. */
const endType = 0x49454e44;

/**
 * The chunks of a PNG, whole, at most `maxParts`. The last one may be cut off. What follows the end of the
 * picture belongs to no chunk.
 */
export function* pngChunks(bytes: Uint8Array): Generator<Buffer> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = signatureBytes;
  for (let part = 0; part < maxParts && at + frameBytes <= file.length; part++) {
    const chunk = file.subarray(at, at + frameBytes + file.readUInt32BE(at));
    yield chunk;
    if (chunk.readUInt32BE(4) === endType) return;
    at += chunk.length;
  }
}
