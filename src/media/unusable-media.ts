/** What an engine handed over is not what was asked for. The task fails, uncharged. */
export class UnusableMedia extends Error {
  override readonly name = 'UnusableMedia';
}
