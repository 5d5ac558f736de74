/** The reason why Kinora cannot start, and what to do about it, in one sentence. Printed without a stack trace. */
export class StartError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'StartError';
  }
}
