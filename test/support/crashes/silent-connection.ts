/** A connection to the database that can go silent without either side being notified. */
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { atEnd } from '../servers/clean-up.ts';

export interface SilentConnection {
  readonly databaseUrl: string;
  fallSilent(): void;
}

export async function openSilentConnection(databaseUrl: string): Promise<SilentConnection> {
  const url = new URL(databaseUrl);
  const socket = `${url.searchParams.get('host')}/.s.PGSQL.${url.searchParams.get('port')}`;
  const sockets = new Set<Socket>();
  const server = createServer(client => {
    const database = connect(socket);
    for (const [one, other] of [
      [client, database],
      [database, client],
    ] as const) {
      sockets.add(one);
      one.on('error', () => {}).pipe(other);
    }
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  atEnd(async () => {
    for (const each of sockets) each.destroy();
    await new Promise(resolve => server.close(resolve));
  });
  url.searchParams.set('host', '127.0.0.1');
  url.searchParams.set('port', String((server.address() as AddressInfo).port));
  return {
    databaseUrl: url.href,
    fallSilent: () => {
      for (const each of sockets) each.unpipe().pause();
    },
  };
}
