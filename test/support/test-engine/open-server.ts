/**
 * Hosts backends of the test engine, and lets other processes control them, including those that are down.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { TestBackend } from './backend.ts';
import type { Behavior } from './behavior.ts';
import { answerControl } from './control.ts';
import { send } from './send.ts';

export interface TestEngineServer {
  /** The address for other processes: `PUT <url>/b/<name>/behavior` and the other calls of `control.ts`. */
  readonly url: string;
  readonly backends: ReadonlyMap<string, TestBackend>;
  /** Adds a backend with its own port. `seed` decides which of its jobs fail. */
  addBackend(name: string, behavior?: Partial<Behavior>, seed?: number): Promise<TestBackend>;
  close(): Promise<void>;
}

export async function openTestEngineServer(): Promise<TestEngineServer> {
  const backends = new Map<string, TestBackend>();
  const server = createServer((request, response) => {
    response.shouldKeepAlive = false;
    answer(backends, request, response).catch(() => response.destroy());
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    backends,
    addBackend: async (name, behavior, seed) => {
      const backend = new TestBackend(name, behavior, seed);
      backends.set(name, backend);
      await backend.comeUp();
      return backend;
    },
    close: async () => {
      await Promise.all([...backends.values()].map(backend => backend.close()));
      await new Promise<void>(resolve => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
}

async function answer(
  backends: ReadonlyMap<string, TestBackend>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const [, prefix, name = '', last = '', ...more] = (request.url ?? '').split('/').map(decodeURIComponent);
  const backend = prefix === 'b' && more.length === 0 ? backends.get(name) : undefined;
  const route = `${request.method} ${last}`;
  if (!backend || !(await answerControl(backend, { request, response, route }))) send(response, 404);
}
