/** A request exactly as it is written, bad methods, paths and headers too, which `fetch` would mend or refuse to send. */
import { Agent, request, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { buffer, text } from 'node:stream/consumers';

export interface WrittenRequest {
  readonly method: string;
  /** As it stands in the request line. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  /** All of it as bytes (latin1), instead of the rest: what no client library would write. */
  readonly raw?: string | undefined;
}

export interface RawAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** Connections are kept, so that a server that leaves one in a wrong state is found by the next request. */
const agent = new Agent({ keepAlive: true, maxSockets: 64 });

/** Rejects when the whole answer is not there within the client's patience. */
export async function sendRequest(
  url: string,
  { method, path, headers, body, raw }: WrittenRequest,
  patienceMs: number,
): Promise<RawAnswer> {
  if (raw !== undefined) return sendRaw(url, raw, patienceMs);
  const { hostname, port } = new URL(url);
  const signal = AbortSignal.timeout(patienceMs);
  const sent = request({
    hostname,
    port,
    method,
    path,
    headers,
    agent,
    signal,
    setHost: !('host' in headers),
  });
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    sent.on('response', resolve).on('error', reject);
  });
  const declared = Number(headers['content-length'] ?? 0);
  // What is declared larger than it is stays unfinished: the server has to answer before the end.
  if (declared > Buffer.byteLength(body ?? '')) sent.write(body ?? '');
  else sent.end(body);
  const answer = await answered;
  const received = (await buffer(answer)).toString('utf8');
  if (!sent.writableEnded) sent.destroy();
  return { status: answer.statusCode ?? 0, headers: answer.headers, text: received };
}

/** The server closes after it; a connection that stays open is cut when the patience is over, which rejects. */
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
