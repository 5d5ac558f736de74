/**
 * Unpacks the bodies of servers that compress although they were not asked to. The reader of a body has to
 * count the unpacked bytes.
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
 * Returns the body as it was before it was compressed. A body in an unknown encoding is returned unchanged.
 */
export function unpackedBody(response: IncomingMessage): Readable {
  const encoding = response.headers['content-encoding']?.trim().toLowerCase() ?? '';
  const unpacker = Object.hasOwn(unpackers, encoding) ? unpackers[encoding]?.() : undefined;
  // A failure of either ends the other; the reader of the result gets the error.
  return unpacker ? pipeline(response, unpacker, () => {}) : response;
}
