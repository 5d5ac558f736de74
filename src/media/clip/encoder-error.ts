/** An encoder failed, or was used after its end. No verdict on what was encoded: a retry may succeed. */
export class EncoderError extends Error {
  override readonly name = 'EncoderError';
}
