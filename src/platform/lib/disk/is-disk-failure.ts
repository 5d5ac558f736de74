/** Distinguishes failures of the file system from mistakes of the code. */

/** Codes of Node, from calls that concern files: no room, no rights, something else in the way. */
const codes = new Set([
  'EACCES',
  'EDQUOT',
  'EEXIST',
  'EIO',
  'EISDIR',
  'ELOOP',
  'EMFILE',
  'ENFILE',
  'ENOSPC',
  'ENOTDIR',
  'ENOTEMPTY',
  'EPERM',
  'EROFS',
  'ESTALE',
]);

/** Whether an error is one of the file system. A missing file is none: it may be a mistake of the code. */
export function isDiskFailure(error: unknown): boolean {
  return (
    error instanceof Error &&
    'syscall' in error &&
    'path' in error &&
    codes.has(String(Reflect.get(error, 'code')))
  );
}
