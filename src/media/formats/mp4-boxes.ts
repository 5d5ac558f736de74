/** Reads the structure of an MP4 file. */

/** The top-level boxes of an MP4. Stops at the first box with an impossible size. */
export function* mp4Boxes(bytes: Uint8Array): Generator<Buffer> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  while (at + 8 <= file.length) {
    const short = file.readUInt32BE(at);
    const size = short === 1 && at + 16 <= file.length ? Number(file.readBigUInt64BE(at + 8)) : short;
    if (size < 8 || at + size > file.length) return;
    yield file.subarray(at, at + size);
    at += size;
  }
}
