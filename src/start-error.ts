/** Why Kinora cannot start, in one sentence that says what to do. Shown without a stack. */
export class StartError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'StartError';
  }
}
