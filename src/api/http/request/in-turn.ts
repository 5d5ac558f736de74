/**
 * Handles the requests of one connection one after the other. Node hands over all requests of a pipeline at
 * once, so without this one client could have any number of them handled at a time, and any number of
 * responses waiting for it to read them.
 */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { nextTurn } from '../../../platform/lib/async/next-turn.ts';

/**
 * A connection with more requests waiting is closed: browsers and SDKs do not
 * pipeline, and proxies a few at most.
 */
export const maxWaiting = 16;

type WaitingRequest = readonly [IncomingMessage, ServerResponse];

export function inTurn(handle: RequestListener): RequestListener {
  const queues = new WeakMap<Socket, WaitingRequest[]>();
  const run = (queue: WaitingRequest[], [request, response]: WaitingRequest): void => {
    // Emitted after the last byte was handed to the system, and when the connection closes.
    response.once('close', () => {
      queue.shift();
      const [next] = queue;
      if (next && !request.socket.destroyed) run(queue, next);
    });
    handle(request, response);
  };
  return (request, response) => {
    const { socket } = request;
    const queue = queues.get(socket) ?? [];
    queues.set(socket, queue);
    if (queue.length > maxWaiting) return endSoon(socket);
    queue.push([request, response]);
    if (queue.length === 1) run(queue, [request, response]);
  };
}

const ending = new Set<Socket>();

/**
 * Ends one connection in each turn: to end one costs milliseconds, because Node makes an
 * error for each of its requests.
 */
function endSoon(socket: Socket): void {
  socket.pause();
  if (ending.size === 0) void endAll();
  ending.add(socket);
}

async function endAll(): Promise<void> {
  await nextTurn();
  for (const socket of ending) {
    ending.delete(socket);
    socket.destroy();
    await nextTurn();
  }
}
