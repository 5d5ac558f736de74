/** Errors of the file system, as the storage contract has them. */
import { StorageError, type StorageErrorCode } from './storage-error.ts';

/** Returns undefined if there is no such file or folder. */
export async function unlessMissing<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await work();
  } catch (error) {
    if (isErrno(error, 'ENOENT') || isErrno(error, 'ENOTDIR')) return undefined;
    throw toStorageError(error);
  }
}

/** Runs work on the disk, and converts every error into a StorageError. */
export async function onDisk<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw toStorageError(error);
  }
}

const codes: Readonly<Record<string, StorageErrorCode>> = {
  ENOSPC: 'full',
  EDQUOT: 'full',
  EACCES: 'denied',
  EPERM: 'denied',
  EROFS: 'denied',
};

/** Converts an error of the file system into a StorageError, with the original as its cause. */
export function toStorageError(error: unknown): StorageError {
  if (error instanceof StorageError) return error;
  const { code = '', message = String(error) } = error as NodeJS.ErrnoException;
  return new StorageError(codes[code] ?? 'failed', `The volume refused: ${message}`, error);
}

export function isErrno(error: unknown, code: string): boolean {
  return error instanceof Error && (error as NodeJS.ErrnoException).code === code;
}
