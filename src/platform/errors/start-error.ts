/**
 * The reason why Kinora cannot start, and what to do about it, in one sentence.
 * Printed without a stack trace.
 */
export class StartError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'StartError';
  }
}

/**
 * Returns why a data folder cannot be used, and what to do about it. `code` is that of the failed system
 * call.
 */
export function describeUnusable(dataDir: string, code: string | undefined): string {
  return code === 'EROFS'
    ? `The data folder ${dataDir} is on a read-only file system. Mount it writable, or set KINORA_DATA_DIR to another folder.`
    : `The data folder ${dataDir} cannot be read and written (${code}). Give this user access, or set KINORA_DATA_DIR to another folder.`;
}
