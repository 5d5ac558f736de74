/** Reads a body whose size is not known in advance. */
import type { Readable } from 'node:stream';

/**
 * Returns undefined if the body has more than `maxBytes`, without reading the rest. Rejects with the error
 * that ended the stream.
 */
export async function readAtMost(body: Readable, maxBytes: number): Promise<Buffer | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
