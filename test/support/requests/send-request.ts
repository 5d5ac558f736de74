/**
 * Sends a request exactly as it is written, including invalid methods, paths and headers, which `fetch`
 * would correct or refuse to send.
 */
import { Agent, request, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { buffer, text } from 'node:stream/consumers';

export interface WrittenRequest {
  readonly method: string;
  /** As it is in the request line. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  /** The whole request as bytes (latin1), instead of the other fields: what no client library would write. */
  readonly raw?: string | undefined;
}

export interface RawAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** Connections are kept alive, so that the next request finds a server that left one in a wrong state. */
const agent = new Agent({ keepAlive: true, maxSockets: 64 });

/** Rejects if the response is not complete within the client's timeout. */
export async function sendRequest(
  url: string,
  { method, path, headers, body, raw }: WrittenRequest,
  patienceMs: number,
): Promise<RawAnswer> {
  if (raw !== undefined) return sendRaw(url, raw, patienceMs);
  const { hostname, port } = new URL(url);
  const signal = AbortSignal.timeout(patienceMs);
  const outgoing = request({
    hostname,
    port,
    method,
    path,
    headers,
    agent,
    signal,
    setHost: !('host' in headers),
  });
  const incoming = new Promise<IncomingMessage>((resolve, reject) => {
    outgoing.on('response', resolve).on('error', reject);
  });
  const contentLength = Number(headers['content-length'] ?? 0);
  // A body that is declared larger than it is remains incomplete: the server must respond before its end.
  if (contentLength > Buffer.byteLength(body ?? '')) outgoing.write(body ?? '');
  else outgoing.end(body);
  const answer = await incoming;
  const received = (await buffer(answer)).toString('utf8');
  if (!outgoing.writableEnded) outgoing.destroy();
  return { status: answer.statusCode ?? 0, headers: answer.headers, text: received };
}

/** The server closes the connection afterwards. One that stays open is cut at the timeout, which rejects. */
async function sendRaw(url: string, raw: string, patienceMs: number): Promise<RawAnswer> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), signal: AbortSignal.timeout(patienceMs) });
  socket.write(raw, 'latin1');
  const [head = '', ...rest] = (await text(socket)).split('\r\n\r\n');
  const [first = '', ...lines] = head.split('\r\n');
  const headers = lines.map(line => [
    line.split(':')[0]?.toLowerCase() ?? '',
    line.replace(/^[^:]*:\s*/, ''),
  ]);
  return {
    status: Number(first.split(' ')[1]),
    headers: Object.fromEntries(headers) as IncomingHttpHeaders,
    text: rest.join('\r\n\r\n'),
  };
}
