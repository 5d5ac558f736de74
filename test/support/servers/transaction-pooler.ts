/**
 * A connection pooler in transaction mode, as PgBouncer is: a client gets one of a few server connections
 * when it sends something, and gives it back when the server is ready and no transaction is open. What a
 * client leaves in a session meets the next client.
 */
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import pg from 'pg';
import { atEnd } from './clean-up.ts';

export interface TransactionPooler {
  /** The URL of the database through the pooler. */
  readonly databaseUrl: string;
  /** How many transactions ran. */
  readonly transactions: number;
  /** Ends the connections of all clients. Transactions in progress are rolled back. */
  cut(): void;
}

export async function openTransactionPooler(databaseUrl: string, size = 3): Promise<TransactionPooler> {
  const servers = await openServers(databaseUrl, size);
  const clients = new Set<Socket>();
  const listener = createServer(socket => {
    clients.add(socket);
    socket.on('close', () => clients.delete(socket));
    serve(socket, servers);
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  atEnd(async () => {
    for (const client of clients) client.destroy();
    listener.close();
    servers.close();
  });
  const url = new URL(databaseUrl);
  url.searchParams.set('host', '127.0.0.1');
  url.searchParams.set('port', String((listener.address() as AddressInfo).port));
  return {
    databaseUrl: url.href,
    get transactions() {
      return servers.transactionCount;
    },
    cut: () => {
      for (const client of clients) client.destroy();
    },
  };
}

interface Servers {
  readonly transactionCount: number;
  take(): Promise<Socket>;
  give(server: Socket): void;
  /** Ends a connection whose client has left in the middle of a transaction, and opens another one. */
  replace(server: Socket): Promise<void>;
  close(): void;
}

async function openServers(connectionString: string, size: number): Promise<Servers> {
  const all = new Set<Socket>();
  const free: Socket[] = [];
  const waiting: ((server: Socket) => void)[] = [];
  let [connectionCount, isClosed] = [0, false];
  const add = async (): Promise<Socket> => {
    const server = await connectServer(connectionString);
    all.add(server);
    if (isClosed) server.destroy();
    return server;
  };
  const lend = (server: Socket): void => {
    const next = waiting.shift();
    if (next) next(server);
    else free.push(server);
  };
  free.push(...(await Promise.all(Array.from({ length: size }, add))));
  return {
    get transactionCount() {
      return connectionCount;
    },
    take: () => {
      connectionCount++;
      // The first that came, so that a client seldom gets the one that it had.
      const server = free.shift();
      return server ? Promise.resolve(server) : new Promise(resolve => waiting.push(resolve));
    },
    give: lend,
    replace: async server => {
      server.destroy();
      all.delete(server);
      if (!isClosed) lend(await add());
    },
    close: () => {
      isClosed = true;
      all.forEach(socket => socket.destroy());
    },
  };
}

async function connectServer(connectionString: string): Promise<Socket> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const socket = (client as unknown as { connection: { stream: Socket } }).connection.stream;
  socket.removeAllListeners();
  socket.on('error', () => {});
  return socket;
}

const authenticationOk = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0]);
const ready = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);
const [terminate, readyForQuery, idle] = [0x58, 0x5a, 0x49];

function serve(client: Socket, servers: Servers): void {
  let isStarted = false;
  let server: Socket | undefined;
  let turn = Promise.resolve();
  const fromServer = frames(1, frame => {
    client.write(frame);
    if (frame[0] !== readyForQuery || frame[5] !== idle || !server) return;
    server.removeAllListeners('data');
    servers.give(server);
    server = undefined;
  });
  const toServer = async (frame: Buffer): Promise<void> => {
    if (client.destroyed) return;
    if (!server) {
      const freeServer = await servers.take();
      if (client.destroyed) return servers.give(freeServer);
      server = freeServer;
      server.on('data', fromServer);
    }
    server.write(frame);
  };
  const fromClient = frames(1, frame => {
    if (frame[0] === terminate) return void client.end();
    turn = turn.then(() => toServer(frame));
  });
  const atStart = frames(0, () => {
    isStarted = true;
    client.write(Buffer.concat([authenticationOk, ready]));
  });
  client.on('error', () => {});
  client.on('close', () => {
    const left = server;
    server = undefined;
    left?.removeAllListeners('data');
    if (left) void servers.replace(left);
  });
  client.on('data', (data: Buffer) => (isStarted ? fromClient : atStart)(data));
}

/**
 * Cuts what arrives into messages: a type of `typeBytes`, the length of the rest, which
 * includes itself, and the rest.
 */
function frames(typeBytes: 0 | 1, handle: (frame: Buffer) => void): (data: Buffer) => void {
  let rest = Buffer.alloc(0);
  return data => {
    rest = Buffer.concat([rest, data]);
    while (rest.length >= typeBytes + 4) {
      const length = typeBytes + rest.readUInt32BE(typeBytes);
      if (rest.length < length) return;
      const frame = rest.subarray(0, length);
      rest = rest.subarray(length);
      handle(frame);
    }
  };
}
