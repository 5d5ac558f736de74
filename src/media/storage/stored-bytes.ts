/** What is known of bytes that were stored. */

export interface StoredBytes {
  /** The size of the file. */
  readonly sizeBytes: number;
  /** Hexadecimal. */
  readonly sha256: string;
}
