/** Which connections are closed when nothing moves on them. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { atEnd } from '../../../../test/support/servers/clean-up.ts';
import { dropUnread } from './drop-unread.ts';

async function start(answer: RequestListener): Promise<{ server: Server; client: Socket }> {
  const server = createServer({ keepAliveTimeout: 50 }, answer);
  dropUnread(server, 50);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  atEnd(async () => server.close());
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {});
  client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  return { server, client };
}

test('a connection is closed whose response is not read', async () => {
  // More than the system buffers between two sockets.
  const { server, client } = await start((_, response) => response.end(Buffer.alloc(64 * 1024 * 1024)));
  const [socket] = (await once(server, 'connection')) as [Socket];
  await once(socket, 'close');
  client.destroy();
});

test('a request whose answer takes long keeps its connection, until it has been idle', async () => {
  let answer = () => {};
  const { server, client } = await start((_, response) => (answer = () => response.end('late')));
  await once(server, 'timeout');
  answer();
  assert.match(await text(client), /\r\n\r\nlate$/);
});
