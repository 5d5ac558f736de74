/**
 * Bodies of servers that compress what they send although they were not asked to. Whoever reads
 * one counts the unpacked bytes.
 */
import type { IncomingMessage } from 'node:http';
import { pipeline, type Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createUnzip, createZstdDecompress } from 'node:zlib';

const unpackers: Readonly<Record<string, () => Transform>> = {
  gzip: createUnzip,
  'x-gzip': createUnzip,
  deflate: createUnzip,
  br: createBrotliDecompress,
  zstd: createZstdDecompress,
};

/**
 * The body as it was before it was compressed. A body in an encoding that is not known is returned as it is.
 */
export function unpackedBody(response: IncomingMessage): Readable {
  const encoding = response.headers['content-encoding']?.trim().toLowerCase() ?? '';
  const unpacker = Object.hasOwn(unpackers, encoding) ? unpackers[encoding]?.() : undefined;
  // A failure of either ends the other; the reader of the result gets the error.
  return unpacker ? pipeline(response, unpacker, () => {}) : response;
}
