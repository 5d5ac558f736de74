/** Calls back when a response has been sent or its connection is gone. */
import type { ServerResponse } from 'node:http';

const waiting = new WeakMap<ServerResponse, (() => void)[]>();

/**
 * One listener per response, because one request of /mcp can have many messages,
 * each of which waits for this.
 */
export function onClose(response: ServerResponse, callback: () => void): void {
  const waitingCallbacks = waiting.get(response);
  if (waitingCallbacks) return void waitingCallbacks.push(callback);
  const callbacks = [callback];
  waiting.set(response, callbacks);
  response.once('close', () => {
    for (const each of callbacks) each();
  });
}
