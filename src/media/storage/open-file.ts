/** A file that is being read. */

export interface OpenFile {
  /** The size of the whole file, also if only a part was opened. */
  readonly sizeBytes: number;
  /**
   * Reads the next bytes into `buffer` and returns their number, which may be less than its size. 0 means the
   * end. Only one call at a time. This is not a stream, so that the caller can reuse its buffer.
   */
  read(buffer: Uint8Array): Promise<number>;
  /** Closes the file. Can be called again. */
  close(): Promise<void>;
}

/** Reads the whole file and closes it. */
export async function readWhole(file: OpenFile): Promise<Buffer> {
  try {
    const bytes = Buffer.allocUnsafeSlow(file.sizeBytes);
    let size = 0;
    for (let read = -1; read !== 0 && size < bytes.length; size += read)
      read = await file.read(bytes.subarray(size));
    return bytes.subarray(0, size);
  } finally {
    await file.close();
  }
}

const chunkBytes = 262_144;

/** Reads the file piece by piece, and closes it. */
export async function* readChunks(file: OpenFile): AsyncGenerator<Uint8Array> {
  try {
    for (;;) {
      const chunk = Buffer.allocUnsafeSlow(chunkBytes);
      const size = await file.read(chunk);
      if (size === 0) return;
      yield chunk.subarray(0, size);
    }
  } finally {
    await file.close();
  }
}
