/** Whether a connection is gone, for any number of requests that came over it. */
import type { Socket } from 'node:net';

const signals = new WeakMap<Socket, AbortSignal>();

/**
 * Aborts when the connection closes. One per connection, so that pipelined requests
 * add no listeners to the socket.
 */
export function goneSignal(socket: Socket): AbortSignal {
  const known = signals.get(socket);
  if (known) return known;
  const gone = new AbortController();
  if (socket.destroyed) gone.abort();
  else socket.once('close', () => gone.abort());
  signals.set(socket, gone.signal);
  return gone.signal;
}
