/** What is known of bytes that were stored. */

export interface StoredBytes {
  /** The size of the file. */
  readonly sizeBytes: number;
  /** The SHA-256 of the file, in hexadecimal digits. */
  readonly sha256: string;
}
