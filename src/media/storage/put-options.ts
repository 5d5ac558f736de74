/** How a file is stored. */
import type { Readable } from 'node:stream';
import { StorageError } from './storage-error.ts';

/** What a write may differ in. */
export interface PutOptions {
  /** How many bytes the file may have. Absent means any number. */
  readonly maxBytes?: number;
}

/**
 * Passes on the chunks of the source. Implementations of the storage use it. Throws `too_large` as soon as
 * there are more bytes than allowed.
 */
export async function* limitBytes(
  bytes: Uint8Array | Readable,
  { maxBytes = Number.POSITIVE_INFINITY }: PutOptions,
): AsyncGenerator<Uint8Array> {
  let sizeBytes = 0;
  for await (const chunk of bytes instanceof Uint8Array ? [bytes] : (bytes as AsyncIterable<Uint8Array>)) {
    sizeBytes += chunk.length;
    if (sizeBytes > maxBytes) throw new StorageError('too_large', `There are more than ${maxBytes} bytes.`);
    yield chunk;
  }
}
