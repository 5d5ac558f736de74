/**
 * The storage contract: how finished files are stored. A file is written once, never changed,
 * and deleted with its folder.
 *
 * A key is one or more segments of `[a-z0-9][a-z0-9._-]*` joined by `/`, at most 512 characters long,
 * with at most 200 per segment. No key may be the folder of another (`a` beside `a/b`). A bad key or
 * folder throws StorageError `bad_key`.
 */
import type { Readable } from 'node:stream';
import type { DirectAddresses } from './direct-addresses.ts';
import type { PutOptions } from './put-options.ts';
import type { StoredBytes } from './stored-bytes.ts';
import type { ByteRange } from './byte-range.ts';
import type { OpenFile } from './open-file.ts';
import type { ListedFile } from './listed-file.ts';

/** Where files are stored: a folder, or a bucket. */
export interface Storage {
  /**
   * Stores a file completely or not at all. Until it resolves, the file is not visible; afterwards it
   * survives a crash. Of several writers of one key, one succeeds and the others get `exists`; a bucket whose
   * server knows no conditions keeps the file of the last one instead, so that no caller may rely on it: keys
   * are random. A stream is read to its end or destroyed. If the stream fails, its error is thrown unchanged.
   * Throws `too_large` if there are more than `maxBytes`.
   */
  put(key: string, bytes: Uint8Array | Readable, options?: PutOptions): Promise<StoredBytes>;

  /**
   * Opens the file, or a part of it: bytes `start` to `end`, both inclusive. An `end` beyond the file means
   * its end. Returns undefined if the key does not exist. The caller must close the file. Throws `bad_range`
   * if the part is empty or outside the file. A file that is deleted while it is open can still be read to
   * its end.
   */
  open(key: string, range?: ByteRange): Promise<OpenFile | undefined>;

  /** The size of a file. Returns undefined if the key does not exist. */
  stat(key: string): Promise<{ sizeBytes: number } | undefined>;

  /** Deletes one file. Safe to repeat. */
  deleteFile(key: string): Promise<void>;

  /** Deletes every file whose key starts with `folder/` and returns their number. Safe to repeat. */
  deleteFolder(folder: string): Promise<number>;

  /**
   * Removes what writes left that a crash interrupted long ago, and returns the
   * number. Safe on several nodes.
   */
  removeUnfinished(): Promise<number>;

  /** Throws unless files can be stored and read at present. Cheap enough for every probe. */
  check(): Promise<void>;

  /**
   * Lists all files, or those below `folder`, in no particular order. Files stored or deleted
   * meanwhile may be missing or included.
   */
  list(folder?: string): AsyncIterable<ListedFile>;

  /** Addresses at which clients get files without Kinora. Absent if there are none. */
  readonly direct?: DirectAddresses;
}
