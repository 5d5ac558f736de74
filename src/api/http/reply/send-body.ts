/**
 * Sends the body of a download through one buffer, which later downloads reuse. A stream would
 * allocate every chunk, and V8 would collect the whole heap after every 64 MB of them, which
 * costs more than sending the file.
 */
import type { Socket } from 'node:net';
import type { ServerResponse } from 'node:http';
import type { OpenFile } from '../../../media/storage/open-file.ts';
import { StorageError } from '../../../media/storage/storage-error.ts';

/** Large enough for a typical range request of a player in one read and one write. */
const bufferBytes = 256 * 1024;
/** Buffers that no download is using. */
const spare: Buffer[] = [];
const maxSpare = 16;

export interface BodyToSend {
  readonly socket: Socket;
  readonly file: OpenFile;
  readonly sizeBytes: number;
}

/**
 * Resolves when the system has accepted the last byte, or when the client is gone (drop-unread.ts closes the
 * connection of one that has stalled). The caller ends the response. Throws what the storage throws.
 */
export async function sendBody(
  response: ServerResponse,
  { socket, file, sizeBytes }: BodyToSend,
): Promise<void> {
  let wake = () => {};
  const wakeUp = () => wake();
  // If the client disconnects, the callbacks of some writes are never called.
  socket.once('close', wakeUp);
  /** Resolves when the system has accepted the bytes, so that the buffer can be reused. */
  const write = (bytes: Uint8Array) =>
    new Promise<void>(resolve => {
      wake = resolve;
      if (socket.destroyed) resolve();
      else response.write(bytes, () => resolve());
    });
  const buffer = spare.pop() ?? Buffer.allocUnsafeSlow(bufferBytes);
  try {
    for (let sentBytes = 0; sentBytes < sizeBytes && !socket.destroyed;) {
      const readBytes = await file.read(buffer);
      if (readBytes === 0)
        throw new StorageError('failed', `The file ends after ${sentBytes} of ${sizeBytes} bytes.`);
      await write(buffer.subarray(0, readBytes));
      sentBytes += readBytes;
    }
  } finally {
    socket.off('close', wakeUp);
    // After `close`, the system no longer reads from it.
    if (spare.length < maxSpare) spare.push(buffer);
  }
}
