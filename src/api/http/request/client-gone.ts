/** A client that left before its request was answered. That is no fault, so nothing is logged or sent. */
export class ClientGoneError extends Error {
  constructor(cause?: unknown) {
    super('The client closed the connection.', { cause });
    this.name = 'ClientGoneError';
  }
}
