/** A part of a file. */
import { StorageError } from './storage-error.ts';

/** Bytes of a file, from the first, which is 0. */
export interface ByteRange {
  /** The first byte. */
  readonly start: number;
  /** The last byte, which belongs to the range. */
  readonly end: number;
}

/** Clips the range to the file. Implementations of the storage use it. Throws `bad_range`. */
export function cutRange(range: ByteRange | undefined, sizeBytes: number): ByteRange {
  if (!range) return { start: 0, end: sizeBytes - 1 };
  const { start, end } = range;
  if (
    Number.isSafeInteger(start) &&
    Number.isSafeInteger(end) &&
    0 <= start &&
    start <= end &&
    start < sizeBytes
  ) {
    return { start, end: Math.min(end, sizeBytes - 1) };
  }
  throw new StorageError(
    'bad_range',
    `Bytes ${start} to ${end} are no part of a file of ${sizeBytes} bytes.`,
  );
}
