/**
 * The storage contract: how finished files are stored. A file is written once, never changed, and deleted with its folder.
 *
 * A key is one or more segments of `[a-z0-9][a-z0-9._-]*` joined by `/`, at most 512 characters long, with at most 200 per
 * segment. No key may be the folder of another (`a` beside `a/b`). A bad key or folder throws StorageError `bad_key`.
 */
import type { Readable } from 'node:stream';

export interface Storage {
  /**
   * Stores a file completely or not at all. Until it resolves, the file is not visible; afterwards it survives a crash. Of
   * several writers of one key, one succeeds and the others get `exists`; a bucket whose server knows no conditions keeps the file of the
   * last one instead, so that no caller may rely on it: keys are random. A stream is read to its end or destroyed. If the
   * stream fails, its error is thrown unchanged. Throws `too_large` if there are more than `maxBytes`.
   */
  put(key: string, bytes: Uint8Array | Readable, options?: PutOptions): Promise<StoredBytes>;

  /**
   * Opens the file, or a part of it: bytes `start` to `end`, both inclusive. An `end` beyond the file means its end.
   * Undefined if the key does not exist. The caller must close the file. Throws `bad_range` if the part is empty or outside
   * the file. A file that is deleted while it is open can still be read to its end.
   */
  open(key: string, range?: ByteRange): Promise<OpenFile | undefined>;

  /** The size of a file. Undefined if the key does not exist. */
  stat(key: string): Promise<{ sizeBytes: number } | undefined>;

  /** Deletes one file. Safe to repeat. */
  deleteFile(key: string): Promise<void>;

  /** Deletes every file whose key starts with `folder/` and returns their number. Safe to repeat. */
  deleteFolder(folder: string): Promise<number>;

  /** Removes what writes left that a crash interrupted long ago, and returns the number. Safe on several nodes. */
  removeUnfinished(): Promise<number>;

  /** Throws unless files can be stored and read at present. Cheap enough for every probe. */
  check(): Promise<void>;

  /** Lists all files, or those below `folder`, in no particular order. Files stored or deleted meanwhile may be missing or included. */
  list(folder?: string): AsyncIterable<ListedFile>;

  /** Addresses at which clients get files without Kinora. Absent: there are none. */
  readonly direct?: DirectAddresses;
}

export interface DirectAddresses {
  /** Scheme, host and port of all addresses. */
  origin(): Promise<string>;
  /** An address for GET that works for `validSeconds`. It stays the same for a while, so that clients can cache the file. */
  addressOf(key: string, as: ServedFile): Promise<{ readonly url: string; readonly validSeconds: number }>;
}

/** How a file is sent. */
export interface ServedFile {
  readonly contentType: string;
  readonly contentDisposition: string;
  readonly cacheControl: string;
  /** When the file expires. No address is valid for longer. Undefined: not known yet, so that addresses are valid for a short time. */
  readonly expiresAt: Date | undefined;
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
  /** The size of the whole file, also if only a part was opened. */
  readonly sizeBytes: number;
  /**
   * Reads the next bytes into `into` and returns their number, which may be less than its size. 0 means the end. Only one call
   * at a time. This is not a stream, so that the caller can reuse its buffer.
   */
  read(into: Uint8Array): Promise<number>;
  /** Closes the file. Can be called again. */
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
  /** The volume is full, or its quota is used up. */
  | 'full'
  /** The process lacks permission to read or write. */
  | 'denied'
  /** Any other error of the volume. See `cause`. */
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

/** For implementations: throws `bad_key` if the text is neither a key nor a folder. */
export function checkKey(key: string): void {
  if (!isKey(key))
    throw new StorageError('bad_key', `${JSON.stringify(key.slice(0, 100))} is not a storage key.`);
}

/** For implementations: clips the range to the file. Throws `bad_range`. */
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

/** Reads the whole file and closes it. */
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

const chunkBytes = 262_144;

/** Reads the file piece by piece, and closes it. */
export async function* chunksOf(file: OpenFile): AsyncGenerator<Uint8Array> {
  try {
    for (;;) {
      const chunk = Buffer.allocUnsafeSlow(chunkBytes);
      const size = await file.read(chunk);
      if (size === 0) return;
      yield chunk.subarray(0, size);
    }
  } finally {
    await file.close();
  }
}

/** For implementations: runs `work` and then destroys the stream, also after an error. */
export async function consuming<Result>(
  source: Uint8Array | Readable,
  work: () => Promise<Result>,
): Promise<Result> {
  if (source instanceof Uint8Array) return work();
  // The stream may fail before it is read. That must not end the process; readers still get the error.
  source.on('error', () => {});
  try {
    return await work();
  } finally {
    source.destroy();
  }
}

/** For implementations: the chunks of the source. Throws `too_large` as soon as there are more bytes than allowed. */
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
