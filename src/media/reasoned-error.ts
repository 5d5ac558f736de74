/** An error with a reason of the table, which may reach a client in either language. */
import { reasonText, type Reason } from '@kinora/shared/errors/reason';

export class ReasonedError extends Error {
  readonly reason: Reason;

  constructor(reason: Reason, cause?: unknown) {
    super(reasonText(reason), { cause });
    this.reason = reason;
  }
}
