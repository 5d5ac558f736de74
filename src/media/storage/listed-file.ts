/** A file in a list of a storage. */

export interface ListedFile {
  /** The key under which it is stored. */
  readonly key: string;
  /** The size of the file. */
  readonly sizeBytes: number;
  /** Milliseconds since 1970. */
  readonly modifiedMs: number;
}
