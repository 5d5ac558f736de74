/** The line of the log that connects a task with what created it. */
import type { Logger } from 'pino';

export interface LoggedSubmit {
  /** The public id. */
  readonly task: string;
  /** Whether an earlier request with the same key had created it. */
  readonly existed: boolean;
  /** The id of the token, not its key. */
  readonly token: string;
  /** The log leaves it out, unless the operator asks for it. */
  readonly prompt: string;
}

export function logSubmitted(log: Pick<Logger, 'info'>, submit: LoggedSubmit): void {
  log.info(submit, 'task submitted');
}
