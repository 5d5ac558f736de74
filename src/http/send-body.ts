/**
 * The body of a download, through one buffer that is used over and over. A stream allocates each chunk anew, and after
 * every 64 MB of that V8 goes through the whole heap: beside a service's heap it costs more than the sending itself.
 */
import type { Socket } from 'node:net';
import type { ServerResponse } from 'node:http';
import type { OpenFile } from '../media/storage.ts';

const bufferBytes = 64 * 1024;
/** A client that takes not a byte for so long is gone, whatever its connection says. */
const stallMs = 120_000;

export interface BodyToSend {
  readonly socket: Socket;
  readonly file: OpenFile;
  readonly sizeBytes: number;
  readonly patienceMs?: number;
}

/** Resolves when the system has taken the last byte, or the client is gone or has stalled. Throws what the storage throws. */
export async function sendBody(
  response: ServerResponse,
  { socket, file, sizeBytes, patienceMs = stallMs }: BodyToSend,
): Promise<void> {
  // Node closes the connection then, and sets the time anew for the next request.
  socket.setTimeout(patienceMs);
  let wake = () => {};
  const wakeUp = () => wake();
  // Of a client that goes away, some writes are never called back.
  socket.once('close', wakeUp);
  /** The buffer is free again only when the system has taken what it holds. */
  const write = (bytes: Uint8Array) =>
    new Promise<void>(resolve => {
      wake = resolve;
      if (socket.destroyed) resolve();
      else response.write(bytes, () => resolve());
    });
  const buffer = Buffer.allocUnsafeSlow(Math.min(bufferBytes, sizeBytes));
  for (let sent = 0; sent < sizeBytes && !socket.destroyed; ) {
    const readBytes = await file.read(buffer);
    if (readBytes === 0) throw new Error(`The file ends after ${sent} of ${sizeBytes} bytes.`);
    await write(buffer.subarray(0, readBytes));
    sent += readBytes;
  }
  socket.off('close', wakeUp);
  response.end();
}
