/** Whether a connection is gone, for any number of requests that came over it. */
import type { Socket } from 'node:net';

const signals = new WeakMap<Socket, AbortSignal>();

/**
 * Aborts when the connection closes. One per connection, so that pipelined requests
 * add no listeners to the socket.
 */
export function goneSignal(socket: Socket): AbortSignal {
  const existingSignal = signals.get(socket);
  if (existingSignal) return existingSignal;
  const controller = new AbortController();
  if (socket.destroyed) controller.abort();
  else socket.once('close', () => controller.abort());
  signals.set(socket, controller.signal);
  return controller.signal;
}
