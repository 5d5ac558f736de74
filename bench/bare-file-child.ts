/**
 * Node's own HTTP server that streams one file, whole or a range of it: what a
 * download costs at the very least.
 */
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerQuestions, cpuSeconds } from './child.ts';

export interface CannedFile {
  readonly path: string;
  readonly sizeBytes: number;
  /** The headers of every answer, as another server sent them. */
  readonly headers: Readonly<Record<string, string>>;
}

let cannedFile: CannedFile = { path: '', sizeBytes: 0, headers: {} };
const server = createServer({ keepAliveTimeout: 72_000 }, (request, response) => {
  const { path, sizeBytes, headers } = cannedFile;
  const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
  if (start === undefined) {
    response.writeHead(200, headers);
    createReadStream(path).pipe(response);
    return;
  }
  const part = { start: Number(start), end: Number(end) };
  const range = `bytes ${start}-${end}/${sizeBytes}`;
  const length = String(part.end - part.start + 1);
  response.writeHead(206, { ...headers, 'content-range': range, 'content-length': length });
  createReadStream(path, part).pipe(response);
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
answerQuestions(
  { port: String((server.address() as AddressInfo).port) },
  {
    cpu: cpuSeconds,
    can: (nextFile: CannedFile) => {
      cannedFile = nextFile;
    },
    stop: async () => server.closeAllConnections(),
  },
);
