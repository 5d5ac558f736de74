import { ReasonedError } from './reasoned-error.ts';

/** Thrown if an engine did not return what was requested. The task fails without charge. */
export class UnusableMedia extends ReasonedError {
  override readonly name = 'UnusableMedia';
}
