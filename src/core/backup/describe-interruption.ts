/**
 * A backup or a restore that a full disk or a lost connection has ended: a sentence for the
 * operator instead of a stack trace.
 */
import { isConnectionError } from '../../platform/db/open.ts';
import { StorageError } from '../../media/storage/storage-error.ts';
import { StartError } from '../../platform/errors/start-error.ts';

/**
 * Throws StartError for errors of the file system, the storage and the database. Others are faults of the
 * program, and stay as they are.
 */
export async function describeInterruption<Result>(
  operation: string,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const { message, code = '' } = error as Error & { code?: string };
    // The file system names its errors ENOSPC, EIO and so on.
    const isOutside = error instanceof StorageError || isConnectionError(error) || /^E[A-Z]+$/.test(code);
    if (!isOutside) throw error;
    throw new StartError(`${operation} was interrupted: ${message}. Run it again to continue.`, error);
  }
}
