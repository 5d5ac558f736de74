/**
 * The storage contract: where finished files live. A file is written once, never changed, and deleted with its folder.
 *
 * A key is one or more segments of `[a-z0-9][a-z0-9._-]*` joined by `/`, at most 512 characters long and 200 a
 * segment. No key may be the folder of another (`a` beside `a/b`). A bad key or folder throws StorageError `bad_key`.
 */
import type { Readable } from 'node:stream';

export interface Storage {
  /**
   * Stores a file whole or not at all: once it resolves the file survives a crash, before that nobody sees it. Of
   * several writers of one key one wins, the others get `exists`. A stream is read to its end or destroyed; when it
   * fails itself, its own error is thrown as it is. `too_large`: there are more than `maxBytes`.
   */
  put(key: string, bytes: Uint8Array | Readable, options?: PutOptions): Promise<StoredBytes>;

  /**
   * The file, or a part of it: bytes `start` to `end`, both inclusive; an `end` beyond the file means its end.
   * undefined: there is no such key. The caller closes what it opened. `bad_range`: the part lies outside the file or is
   * none. A file deleted while it is open may be read to its end.
   */
  open(key: string, range?: ByteRange): Promise<OpenFile | undefined>;

  /** undefined: there is no such key. */
  stat(key: string): Promise<{ sizeBytes: number } | undefined>;

  /** Removes every file whose key starts with `folder/` and answers with their number. Safe to repeat. */
  deleteFolder(folder: string): Promise<number>;

  /** Every file, or those below `folder`, in no order. Files put or deleted meanwhile may or may not be among them. */
  list(folder?: string): AsyncIterable<ListedFile>;
}

export interface PutOptions {
  readonly maxBytes?: number;
}

export interface StoredBytes {
  readonly sizeBytes: number;
  /** Hexadecimal. */
  readonly sha256: string;
}

export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

export interface OpenFile {
  /** Of the whole file, also when only a part was asked for. */
  readonly sizeBytes: number;
  /**
   * Fills `into` with the bytes that come next and answers with their number, less than there is room for only at the
   * end or by chance; 0: there are no more. One call at a time. Not a stream, so that the caller can use its buffer again.
   */
  read(into: Uint8Array): Promise<number>;
  /** May be repeated. */
  close(): Promise<void>;
}

export interface ListedFile {
  readonly key: string;
  readonly sizeBytes: number;
  /** Milliseconds since 1970. */
  readonly modifiedMs: number;
}

export type StorageErrorCode =
  | 'bad_key'
  | 'bad_range'
  | 'exists'
  | 'too_large'
  /** No room left on the volume, or the quota is used up. */
  | 'full'
  /** The process may not read or write there. */
  | 'denied'
  /** Anything else that the volume refuses; see `cause`. */
  | 'failed';

export class StorageError extends Error {
  override readonly name = 'StorageError';
  readonly code: StorageErrorCode;

  constructor(code: StorageErrorCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}

const SEGMENT = /^[a-z0-9][a-z0-9._-]{0,199}$/;
const MAX_KEY_LENGTH = 512;

export function isKey(text: string): boolean {
  return text.length <= MAX_KEY_LENGTH && text.split('/').every(segment => SEGMENT.test(segment));
}

/** For implementations: throws `bad_key` for what is neither a key nor a folder. */
export function checkKey(key: string): void {
  if (!isKey(key))
    throw new StorageError('bad_key', `${JSON.stringify(key.slice(0, 100))} is not a storage key.`);
}

/** For implementations: the range cut to the file; throws `bad_range`. */
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

/** All bytes of what was opened, which is closed. */
export async function readWhole(file: OpenFile): Promise<Buffer> {
  try {
    const bytes = Buffer.allocUnsafeSlow(file.sizeBytes);
    let size = 0;
    for (let read = -1; read !== 0 && size < bytes.length; size += read)
      read = await file.read(bytes.subarray(size));
    return bytes.subarray(0, size);
  } finally {
    await file.close();
  }
}

/** For implementations: runs `work`, and a stream is done with afterwards, whatever came of it. */
export async function takingOver<Result>(
  source: Uint8Array | Readable,
  work: () => Promise<Result>,
): Promise<Result> {
  if (source instanceof Uint8Array) return work();
  // It may fail before anybody reads it: that must not end the process, and whoever reads it still learns of it.
  source.on('error', () => {});
  try {
    return await work();
  } finally {
    source.destroy();
  }
}

/** For implementations: the chunks of what is put, stopping with `too_large` as soon as there are more than allowed. */
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
