/** A client that costs next to nothing: requests made beforehand, on keep-alive sockets, one at a time on each. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface Connections {
  /** Sends `count` requests over all connections; answers with the seconds it took. Throws on any status but 200. */
  run(count: number, requestOf: (index: number) => Buffer): Promise<number>;
  /** Sends one request over the first connection. */
  send(request: Buffer): Promise<HttpAnswer>;
  close(): void;
}

export interface HttpAnswer {
  /** The head as it came, without the empty line. */
  readonly head: string;
  readonly body: string;
}

export async function openConnections(port: number, count: number): Promise<Connections> {
  const sockets = await Promise.all(Array.from({ length: count }, () => open(port)));
  return {
    run: async (requests, requestOf) => {
      let sent = 0;
      const startedMs = performance.now();
      await Promise.all(
        sockets.map(async socket => {
          while (sent < requests) demandOk(await exchange(socket, requestOf(sent++)));
        }),
      );
      return (performance.now() - startedMs) / 1000;
    },
    send: async request => {
      const { head, body } = await exchange(sockets[0] as Socket, request);
      return { head, body: Buffer.from(body, 'latin1').toString() };
    },
    close: () => sockets.forEach(socket => socket.destroy()),
  };
}

async function open(port: number): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  await once(socket, 'connect');
  return socket;
}

/** The text is in latin1, a character for each byte, so that its length is what Content-Length says. */
function exchange(socket: Socket, request: Buffer): Promise<HttpAnswer> {
  return new Promise((resolve, reject) => {
    let text = '';
    const settle = (settled: () => void) => {
      socket.off('data', onData).off('close', onClose);
      settled();
    };
    const onClose = () => settle(() => reject(new Error(`The connection was closed after: ${text}`)));
    const onData = (chunk: Buffer) => {
      text += chunk.toString('latin1');
      const answer = whole(text);
      if (answer) settle(() => resolve(answer));
    };
    socket.on('data', onData).on('close', onClose);
    socket.write(request);
  });
}

const contentLength = /content-length: (\d+)/i;

function whole(text: string): HttpAnswer | undefined {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const head = text.slice(0, end);
  const body = text.slice(end + 4);
  return body.length < Number(contentLength.exec(head)?.[1]) ? undefined : { head, body };
}

function demandOk({ head, body }: HttpAnswer): void {
  if (!head.startsWith('HTTP/1.1 200')) throw new Error(`Not answered as expected: ${head}\n${body}`);
}

export interface HttpRequest {
  readonly method?: string;
  readonly path: string;
  readonly key: string;
  readonly json?: unknown;
}

/** The bytes of a request with the headers that an ordinary client sends. */
export function requestBytes({ method = 'GET', path, key, json }: HttpRequest): Buffer {
  const body = json === undefined ? '' : JSON.stringify(json);
  const lines = [
    `${method} ${path} HTTP/1.1`,
    'Host: 127.0.0.1:4040',
    `Authorization: Bearer ${key}`,
    'Accept: application/json',
    'Accept-Encoding: gzip, deflate',
    'User-Agent: bench/1',
    'Connection: keep-alive',
    ...(body ? ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`] : []),
  ];
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body}`);
}
