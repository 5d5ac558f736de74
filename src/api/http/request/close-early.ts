/**
 * Closes the connection after a response that was sent before its request had arrived: one with a
 * wrong key, a body that is too large, an unknown route. Node would read and parse the rest of the
 * body, whose size the client decides.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { systemClock } from '@kinora/shared/clock';
import { goneSignal } from './socket-gone.ts';

/**
 * A client must receive the response before the connection is reset (RFC 9112, 9.6), so what it still
 * sends is discarded for a while.
 */
const lingerMs = 1000;
/** The rest of a small body costs less than a new connection. */
const smallBytes = 64 * 1024;

export function closeEarly(request: IncomingMessage, response: ServerResponse): void {
  const { headers, socket } = request;
  const isSmall =
    headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) <= smallBytes;
  if (isSmall && !expectsContinue(request)) return;
  const writeHead = response.writeHead;
  response.writeHead = (...head: readonly unknown[]) => {
    // With `Connection: close`, Node closes the socket by destroySoon() when the response is sent.
    if (!request.complete) {
      response.shouldKeepAlive = false;
      socket.destroySoon = () => linger(socket);
    }
    return Reflect.apply(writeHead, response, head) as ServerResponse;
  };
}

/** Whether the client waits to be told to send the body. */
export function expectsContinue({ headers, complete }: IncomingMessage): boolean {
  return !complete && /^100-continue$/i.test(headers.expect ?? '');
}

function linger(socket: Socket): void {
  // Takes the bytes away from the HTTP parser.
  socket.removeAllListeners('data');
  socket.on('data', () => {});
  socket.resume();
  socket.end();
  void systemClock.sleep(lingerMs, goneSignal(socket)).then(() => socket.destroy());
}
