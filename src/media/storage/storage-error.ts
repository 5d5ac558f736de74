/** Why a file could not be stored or read. */

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
  /** What kind of failure it is. */
  readonly code: StorageErrorCode;

  constructor(code: StorageErrorCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}
