import { ReasonedError } from '../../reasoned-error.ts';

/** Thrown for options that cannot be encoded and for bytes that are not a readable clip. */
export class ClipError extends ReasonedError {
  override readonly name = 'ClipError';
}
