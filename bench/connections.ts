/**
 * A client that costs next to nothing: requests made beforehand, on keep-alive
 * sockets, one at a time on each.
 */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface Connections {
  /**
   * Sends `count` requests over all connections; answers with the seconds it took.
   * Throws on any status but 200.
   */
  run(count: number, buildRequest: (index: number) => Buffer): Promise<number>;
  /** The same for requests whose answers are all of one length: cheaper still, as it only counts bytes. */
  runAlike(requests: readonly Buffer[]): Promise<number>;
  /** Sends one request over the first connection. */
  send(request: Buffer): Promise<HttpAnswer>;
  close(): void;
}

export interface HttpAnswer {
  /** The head as it came, without the empty line. */
  readonly head: string;
  readonly body: string;
}

/** A socket that hands over what it reads without making anything of it. */
export interface Wire {
  readonly socket: Socket;
  /**
   * The bytes are overwritten by the next read. It returns false to get no more until the socket is resumed.
   */
  onBytes: (bytes: Buffer) => boolean | void;
  onClose: () => void;
}

export async function openConnections(port: number, count: number): Promise<Connections> {
  const wires = await Promise.all(Array.from({ length: count }, () => openWire(port)));
  const [first] = wires as [Wire];
  const measureSeconds = async (work: (wire: Wire) => Promise<void>): Promise<number> => {
    const startedMs = performance.now();
    await Promise.all(wires.map(work));
    return (performance.now() - startedMs) / 1000;
  };
  return {
    run: (requests, buildRequest) => {
      let sentCount = 0;
      return measureSeconds(async wire => {
        while (sentCount < requests) requireOk(await exchange(wire, buildRequest(sentCount++)));
      });
    },
    runAlike: async requests => {
      const [sample, ...rest] = requests as [Buffer, ...Buffer[]];
      const answer = requireOk(await exchange(first, sample));
      const sizeBytes = answer.head.length + 4 + answer.body.length;
      const letSleep = stayAwake();
      return measureSeconds(wire => drain(wire, { requests: rest, sizeBytes })).finally(letSleep);
    },
    send: async request => {
      const { head, body } = await exchange(first, request);
      return { head, body: Buffer.from(body, 'latin1').toString() };
    },
    close: () => wires.forEach(({ socket }) => socket.destroy()),
  };
}

/** It reads at most `readBytes` at a time. */
export async function openWire(port: number, readBytes = 1 << 16): Promise<Wire> {
  const onread = {
    buffer: Buffer.allocUnsafe(readBytes),
    callback: (sizeBytes: number, buffer: Uint8Array) =>
      wire.onBytes((buffer as Buffer).subarray(0, sizeBytes)) !== false,
  };
  const socket = connect({ port, host: '127.0.0.1', noDelay: true, onread });
  const wire: Wire = { socket, onBytes: () => {}, onClose: () => {} };
  // The event `close` follows an error.
  socket.on('error', () => {}).on('close', () => wire.onClose());
  await once(socket, 'connect');
  return wire;
}

/** The text is in latin1, a character for each byte, so that its length is what Content-Length says. */
function exchange(wire: Wire, request: Buffer): Promise<HttpAnswer> {
  return new Promise((resolve, reject) => {
    let text = '';
    wire.onClose = () => reject(new Error(`The connection was closed after: ${text}`));
    wire.onBytes = bytes => {
      text += bytes.toString('latin1');
      const answer = parseAnswer(text);
      if (answer) resolve(answer);
    };
    wire.socket.write(request);
  });
}

const contentLength = /content-length: (\d+)/i;

function parseAnswer(text: string): HttpAnswer | undefined {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const head = text.slice(0, end);
  const body = text.slice(end + 4);
  return body.length < Number(contentLength.exec(head)?.[1]) ? undefined : { head, body };
}

function requireOk(answer: HttpAnswer): HttpAnswer {
  if (answer.head.startsWith('HTTP/1.1 200')) return answer;
  throw new Error(`Not answered as expected: ${answer.head}\n${answer.body}`);
}

/**
 * Keeps the event loop going round without sleeping. A server that writes to a sleeping process of its own
 * machine pays for waking it, some 8 us an answer, and the slower server would pay more often.
 */
function stayAwake(): () => void {
  let next = setImmediate(function again() {
    next = setImmediate(again);
  });
  return () => clearImmediate(next);
}

interface Alike {
  /** Taken from the end by all connections. */
  readonly requests: Buffer[];
  readonly sizeBytes: number;
}

function drain(wire: Wire, { requests, sizeBytes }: Alike): Promise<void> {
  return new Promise((resolve, reject) => {
    let received = 0;
    const next = () => {
      received = 0;
      const request = requests.pop();
      if (request) wire.socket.write(request);
      else resolve();
    };
    wire.onClose = () => reject(new Error('The connection was closed.'));
    wire.onBytes = ({ length }) => {
      received += length;
      if (received === sizeBytes) next();
      else if (received > sizeBytes) reject(new Error('An answer of another length.'));
    };
    next();
  });
}

export interface HttpRequest {
  readonly method?: string;
  readonly path: string;
  readonly key: string;
  readonly json?: unknown;
  readonly language?: string;
  /** The value of the header `Range`. */
  readonly range?: string | undefined;
}

/** The bytes of a request with the headers that an ordinary client sends. */
export function requestBytes({
  method = 'GET',
  path,
  key,
  json,
  language = 'en',
  range,
}: HttpRequest): Buffer {
  const body = json === undefined ? '' : JSON.stringify(json);
  const lines = [
    `${method} ${path} HTTP/1.1`,
    'Host: 127.0.0.1:4040',
    `Authorization: Bearer ${key}`,
    'Accept: application/json',
    `Accept-Language: ${language}`,
    'Accept-Encoding: gzip, deflate',
    'User-Agent: bench/1',
    'Connection: keep-alive',
    ...(range ? [`Range: ${range}`] : []),
    ...(body ? ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`] : []),
  ];
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body}`);
}
