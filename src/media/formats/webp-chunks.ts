/** Reads the structure of a WebP file (RFC 9649, 2.3). */
import { maxParts } from './max-parts.ts';

const fileHeaderBytes = 12;
const chunkHeaderBytes = 8;

/** The chunks of a WebP, at most `maxParts`. Stops at the first one that is cut off. */
export function* webpChunks(bytes: Uint8Array): Generator<{ type: string; data: Buffer }> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = fileHeaderBytes;
  for (let part = 0; part < maxParts && at + chunkHeaderBytes <= file.length; part++) {
    const start = at + chunkHeaderBytes;
    const end = start + file.readUInt32LE(at + 4);
    if (end > file.length) return;
    yield { type: file.toString('latin1', at, at + 4), data: file.subarray(start, end) };
    at = end + (end % 2);
  }
}
