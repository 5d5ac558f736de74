/** Thrown if an engine did not return what was requested. The task fails without charge. */
export class UnusableMedia extends Error {
  override readonly name = 'UnusableMedia';
}
