/** The end of a stream that is stored. */
import type { Readable } from 'node:stream';

/** For implementations: runs `work` and then destroys the stream, also after an error. */
export async function consume<Result>(
  source: Uint8Array | Readable,
  work: () => Promise<Result>,
): Promise<Result> {
  if (source instanceof Uint8Array) return work();
  // The stream may fail before it is read. That must not end the process; readers still get the error.
  source.on('error', () => {});
  try {
    return await work();
  } finally {
    source.destroy();
  }
}
