/** The contract of video decoders. */

/** One decoded frame: three planes of 8 bits. Valid until the decoder is called again. */
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

/** Decodes one clip. Every function calls `onFrame` for each frame that is complete, in display order. Throws at damaged data. */
export interface VideoDecoder {
  /** Takes the packets in their order in the file. */
  decode(packet: Uint8Array): void;
  /** Call once, after the last packet. */
  flush(): void;
}

export type OnFrame = (frame: YuvFrame) => void;

/** What a decoder is opened with. */
export interface DecoderOptions {
  /** The parameter sets of the container: `avcC` or `hvcC`. Absent: they are in the packets. */
  readonly description?: Uint8Array;
  readonly onFrame: OnFrame;
}
