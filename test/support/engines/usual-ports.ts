/**
 * Servers at the usual ports of programs, on a loopback address of their own, so that tests meet neither
 * each other nor what runs on the machine. Such addresses need no setup on Linux; elsewhere they are
 * aliases of the loopback device.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { systemClock } from '@kinora/shared/clock';
import { atEnd } from '../servers/clean-up.ts';

let places = 0;

/** An address of this machine on which nothing listens. */
export function unusedAddress(): string {
  places += 1;
  if (places > 250) throw new Error('a test file uses more addresses than there are');
  return `127.${128 + ((process.pid >> 8) & 63)}.${process.pid & 255}.${places}`;
}

export interface ListenAddress {
  readonly host: string;
  readonly port: number;
}

/**
 * What a program answers, by method and path, such as `GET /api/tags`. Other paths are
 * 404, unless `*` names an answer.
 */
export type Answers = Readonly<Record<string, unknown>>;

/** An answer that is not 200 and JSON. */
export class Reply {
  readonly status: number;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, body: string, headers: Readonly<Record<string, string>> = {}) {
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

/** An answer that never comes. */
export const noAnswer = Symbol('no answer');

/** Returns the requests that it gets, as method and path. */
export async function startProgram({ host, port }: ListenAddress, answers: Answers): Promise<string[]> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    answer(request, response, answers);
  });
  await listen(server, { host, port });
  return requests;
}

function answer(request: IncomingMessage, response: ServerResponse, answers: Answers): void {
  const value = answers[`${request.method} ${request.url}`] ?? answers['*'];
  request.resume();
  if (value === noAnswer) return;
  const reply =
    value instanceof Reply
      ? value
      : value === undefined
        ? new Reply(404, '{"detail":"Not Found"}')
        : new Reply(200, JSON.stringify(value));
  response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers }).end(reply.body);
}

/** Passes connections on to a fake that listens elsewhere. */
export async function forwardPort(listening: ListenAddress, url: string): Promise<void> {
  const { hostname, port } = new URL(url);
  await startConnections(listening, socket => {
    const target = connect(Number(port), hostname);
    target.on('error', () => socket.destroy());
    socket.on('close', () => target.destroy());
    target.on('close', () => socket.destroy());
    socket.pipe(target).pipe(socket);
  });
}

/** How a port can misbehave. */
export const badPorts = {
  hanging: () => {},
  reset: (socket: Socket) => void socket.destroy(),
  'not HTTP': (socket: Socket) => void socket.write('SSH-2.0-OpenSSH_9.9\r\n'),
  trickling: (socket: Socket) => void sendSlowly(socket, 'HTTP/1.1 200 OK\r\ncontent-length: 9999\r\n\r\n{'),
  huge: (socket: Socket) => {
    socket.write('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n["');
    const block = Buffer.alloc(64 * 1024, 0x61);
    const more = () => {
      while (!socket.destroyed && socket.write(block));
    };
    socket.on('drain', more);
    more();
  },
} as const satisfies Readonly<Record<string, (socket: Socket) => void>>;

export function startBadPort(listening: ListenAddress, kind: keyof typeof badPorts): Promise<void> {
  return startConnections(listening, badPorts[kind]);
}

/** One byte after the other, for ever. */
async function sendSlowly(socket: Socket, head: string): Promise<void> {
  for (let position = 0; !socket.destroyed; position += 1) {
    socket.write(head[position] ?? ' ');
    await systemClock.sleep(10);
  }
}

async function startConnections(listening: ListenAddress, serve: (socket: Socket) => void): Promise<void> {
  const sockets = new Set<Socket>();
  const server = createTcpServer(socket => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
    serve(socket);
  });
  await listen(server, listening);
  atEnd(async () => {
    for (const socket of sockets) socket.destroy();
  });
}

async function listen(server: Server, { host, port }: ListenAddress): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  atEnd(async () => {
    if ('closeAllConnections' in server)
      (server as Server & { closeAllConnections(): void }).closeAllConnections();
    server.close();
  });
}
