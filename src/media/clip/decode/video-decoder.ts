/** The contract of video decoders. */

/**
 * One decoded frame: three planes of 8 bits. Valid until the next one is taken or
 * the decoder is called again.
 */
export interface YuvFrame {
  readonly width: number;
  readonly height: number;
  readonly chromaWidth: number;
  readonly chromaHeight: number;
  /** Y, U, V. */
  readonly planes: readonly [Uint8Array, Uint8Array, Uint8Array];
  /** Bytes from one row to the next, of Y and of U and V. */
  readonly strides: readonly [number, number];
}

/**
 * Decodes one clip. Every function returns the frames that are complete, in display order. They are
 * fetched one at a time, so that not all of them are in memory at once: take all of them before the next
 * call. Throws at damaged data.
 */
export interface VideoDecoder {
  /** Takes the packets in their order in the file. */
  decode(packet: Uint8Array): Iterable<YuvFrame>;
  /** Call once, after the last packet. */
  flush(): Iterable<YuvFrame>;
}

/** What a decoder is opened with. */
export interface DecoderOptions {
  /** The parameter sets of the container: `avcC` or `hvcC`. Absent if they are in the packets. */
  readonly description?: Uint8Array;
}
