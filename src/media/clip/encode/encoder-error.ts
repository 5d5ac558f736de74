/** Thrown if an encoder failed or was used after its end. The input may be valid, so a retry may succeed. */
export class EncoderError extends Error {
  override readonly name = 'EncoderError';
}
