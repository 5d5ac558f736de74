/** The errors that the client throws. Most of their codes are those of docs/errors.md. */

export interface ErrorDetails {
  /**
   * A code of the server, or `unreachable`, `version_mismatch`, `not_offered_here`, `bad_response`,
   * `bad_option` or `browser_token`.
   */
  readonly code: string;
  /** The HTTP status. 0: there was no response. */
  readonly status: number;
  /** The field that was rejected. */
  readonly param?: string | undefined;
  readonly requestId?: string | undefined;
  /** Whether the same request may succeed later. */
  readonly isRetryable?: boolean;
  readonly retryAfterMs?: number | undefined;
  readonly cause?: unknown;
}

export class KinoraError extends Error implements ErrorDetails {
  override readonly name: string = 'KinoraError';
  declare readonly code: string;
  declare readonly status: number;
  declare readonly param: string | undefined;
  declare readonly requestId: string | undefined;
  declare readonly isRetryable: boolean;
  declare readonly retryAfterMs: number | undefined;

  constructor(message: string, { cause, ...details }: ErrorDetails) {
    super(message, { cause });
    Object.assign(this, { isRetryable: false }, details);
  }
}

/** A task that failed or was cancelled. It was not charged. */
export class TaskFailedError<Record = unknown> extends KinoraError {
  override readonly name = 'TaskFailedError';
  declare readonly taskId: string;
  declare readonly record: Record;

  constructor(
    message: string,
    { code, ...task }: { readonly code: string; readonly taskId: string; readonly record: Record },
  ) {
    super(message, { code, status: 200 });
    Object.assign(this, task);
  }
}
