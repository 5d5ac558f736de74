/** Sends one request over a kept-alive connection, and reads as much of the response as a report needs. */
import { Agent, request, type IncomingMessage } from 'node:http';
import type { FuzzRequest } from './fuzz-requests.ts';

export interface FuzzAnswer {
  /** `broken`: the connection was closed first; `silent`: no response within half a minute. */
  readonly status: number | 'broken' | 'silent';
  readonly text: string;
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 });
const patienceMs = 30_000;
const shownBytes = 2000;

export function sendFuzz(
  { hostname, port }: URL,
  { method, path, headers, body }: Omit<FuzzRequest, 'caller'>,
): Promise<FuzzAnswer> {
  const { promise, resolve } = Promise.withResolvers<FuzzAnswer>();
  const outgoing = request({ hostname, port, method, path, headers, agent, setHost: !('host' in headers) });
  outgoing.setTimeout(patienceMs, () => {
    resolve({ status: 'silent', text: '' });
    outgoing.destroy();
  });
  outgoing.on('error', error => resolve({ status: 'broken', text: error.message }));
  outgoing.on('response', answer => read(answer, resolve));
  outgoing.end(body);
  return promise;
}

function read(answer: IncomingMessage, resolve: (answer: FuzzAnswer) => void): void {
  const { statusCode: status = 0, headers } = answer;
  // An event stream never ends, and a zip of all files takes long.
  if (/event-stream|zip/.test(headers['content-type'] ?? '')) {
    answer.destroy();
    return resolve({ status, text: '' });
  }
  const chunks: Buffer[] = [];
  answer.on('data', (chunk: Buffer) => chunks.length < 4 && chunks.push(chunk));
  answer.on('error', error => resolve({ status: 'broken', text: error.message }));
  answer.on('end', () =>
    resolve({ status, text: status < 500 ? '' : String(Buffer.concat(chunks)).slice(0, shownBytes) }),
  );
}
