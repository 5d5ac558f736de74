import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { atEnd } from './clean-up.ts';

/** A small HTTP server, and its URL. Closed automatically when the tests of the file have ended. */
export async function serve(listener: RequestListener, host = '127.0.0.1'): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>(resolve => server.listen(0, host, resolve));
  atEnd(async () => {
    server.closeAllConnections();
    await new Promise(resolve => server.close(resolve));
  });
  return `http://${host}:${(server.address() as AddressInfo).port}`;
}
