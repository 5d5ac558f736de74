/** The failure of a call to an engine. */
import { reasonText, type Reason } from '@kinora/shared/errors/reason';
import type { EngineFailure } from './engine-failure.ts';

/**
 * Thrown by `start`, `check` and `open`. An error of the network counts as `engine_unavailable`, retryable,
 * and an UnusableMedia of `open` means that the result is not what was requested. Anything else thrown is a
 * mistake of the adapter (adapter-failure.ts). The reason is shown to the client. The message of the engine
 * itself can quote the prompt, so it is only in the detail `said`, in parentheses, or in the `cause`: the log
 * leaves these out, unless the operator asks for them (lib/log/error-record.ts). An `engine_error` of a start
 * is the answer of the engine: the work has ended, even if another try may succeed. Where it is unknown what
 * has begun, the code is `engine_unavailable`.
 */
export class EngineError extends Error {
  /** The kind of the failure, for the code that decides what happens to the task. */
  readonly code: EngineFailure;
  /** The reason of the failure, as a client may read it. */
  readonly reason: Reason;
  /** Whether another try may succeed. */
  readonly retryable: boolean;
  /**
   * Whether the engine definitely did not accept the job, so that it can be started
   * again. True for a start only.
   */
  readonly notStarted: boolean;
  /** The pause that the engine asks for, in milliseconds. Undefined if it asks for none. */
  readonly retryAfterMs: number | undefined;

  constructor(
    code: EngineFailure,
    reason: Reason,
    options: {
      retryable?: boolean;
      notStarted?: boolean;
      retryAfterMs?: number | undefined;
      cause?: unknown;
    } = {},
  ) {
    super(reasonText(reason), { cause: options.cause });
    this.name = 'EngineError';
    this.code = code;
    this.reason = reason;
    this.retryable = options.retryable ?? false;
    this.notStarted = options.notStarted ?? false;
    this.retryAfterMs = options.retryAfterMs;
  }
}
