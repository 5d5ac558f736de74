/**
 * Closes connections whose client takes nothing of a response that waits for it, such as one
 * that only sends requests. A client that is slow but takes something is kept: Node counts
 * what the system accepts as activity.
 */
import type { OutgoingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';

export const unreadTimeoutMs = 120_000;

export function dropUnread(server: Server, timeoutMs: number = unreadTimeoutMs): void {
  server.timeout = timeoutMs;
  // Also emitted when a connection was idle for `keepAliveTimeout`. With a listener, Node leaves it open.
  server.on('timeout', (socket: Socket) => {
    if (!isAnswering(socket) || socket.writableLength > 0) socket.destroy();
  });
}

/**
 * Whether a request is being handled, which may take longer. Node stores its
 * response in this internal property.
 */
function isAnswering(socket: Socket): boolean {
  return (Reflect.get(socket, '_httpMessage') as OutgoingMessage | null | undefined) != null;
}
