/** Why a large file could not be downloaded. */

export type DownloadFailure =
  /** The server cannot be reached, closed the connection, or failed with a status that may be temporary. */
  | 'unreachable'
  /** The server allows no more requests for now. */
  | 'busy'
  /** The server requires a token, or the acceptance of a license. */
  | 'forbidden'
  | 'missing'
  /** The file is not the one that was described. */
  | 'wrong_length'
  | 'wrong_hash'
  /** The answer makes no sense, such as a page instead of a file. */
  | 'unusable'
  | 'disk_full'
  | 'disk_failed';

export class DownloadError extends Error {
  override readonly name = 'DownloadError';
  readonly failure: DownloadFailure;
  /** How long the server asked to wait, in milliseconds. 0 if it did not ask. */
  readonly retryAfterMs: number;

  constructor(
    failure: DownloadFailure,
    message: string,
    options: { cause?: unknown; retryAfterMs?: number } = {},
  ) {
    super(message, { cause: options.cause });
    this.failure = failure;
    this.retryAfterMs = options.retryAfterMs ?? 0;
  }

  /** Whether the same request may succeed later. */
  get mayPass(): boolean {
    return this.failure === 'unreachable' || this.failure === 'busy';
  }
}
