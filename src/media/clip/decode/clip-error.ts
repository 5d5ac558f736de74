/** Thrown for options that cannot be encoded and for bytes that are not a readable clip. */
export class ClipError extends Error {
  override readonly name = 'ClipError';
}
