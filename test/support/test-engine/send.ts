/** Responds with JSON. */
import type { ServerResponse } from 'node:http';

export function send(response: ServerResponse, status: number, body: unknown = {}): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
