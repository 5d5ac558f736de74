/** Reads the structure of an MP4 file. */
import { maxParts } from './max-parts.ts';

/** The top-level boxes of an MP4, at most `maxParts`. Stops at the first box with an impossible size. */
export function* mp4Boxes(bytes: Uint8Array): Generator<Buffer> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  for (let part = 0; part < maxParts && at + 8 <= file.length; part++) {
    const short = file.readUInt32BE(at);
    const size = short === 1 && at + 16 <= file.length ? Number(file.readBigUInt64BE(at + 8)) : short;
    if (size < 8 || at + size > file.length) return;
    yield file.subarray(at, at + size);
    at += size;
  }
}
