/**
 * Node's own HTTP server that answers every request with the same bytes: what a poll costs at the very least.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerQuestions, cpuSeconds } from './child.ts';

/** Header lines and body, as another server sent them. */
export interface CannedResponse {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

let cannedResponse: CannedResponse = { headers: {}, body: '' };
const server = createServer({ keepAliveTimeout: 72_000 }, (_, response) => {
  response.writeHead(200, cannedResponse.headers);
  response.end(cannedResponse.body);
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
answerQuestions(
  { port: String((server.address() as AddressInfo).port) },
  {
    cpu: cpuSeconds,
    can: (nextResponse: CannedResponse) => {
      cannedResponse = nextResponse;
    },
    stop: async () => server.closeAllConnections(),
  },
);
