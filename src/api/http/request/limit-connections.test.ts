import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { test } from 'node:test';
import { limitConnections } from './limit-connections.ts';

test('an address may hold a quarter of the connections that the others leave', async t => {
  const server = createServer();
  t.after(() => server.close());
  limitConnections(server, [], 64);
  assert.equal(server.maxConnections, 64);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  /** Opens connections from an address until one is closed by the server. Returns those that stay. */
  const openAll = async (localAddress: string): Promise<Socket[]> => {
    const openSockets: Socket[] = [];
    for (;;) {
      const connection = once(server, 'connection');
      const socket = connect({ port, host: '127.0.0.1', localAddress }).on('error', () => {});
      t.after(() => socket.destroy());
      const [[other]] = await Promise.all([connection, once(socket, 'connect')]);
      if ((other as Socket).destroyed) return openSockets;
      openSockets.push(socket);
    }
  };
  const counts: number[] = [];
  for (let address = 2; address < 8; address++) counts.push((await openAll(`127.0.0.${address}`)).length);
  assert.deepEqual(counts, [16, 12, 9, 6, 5, 4]);
  const [first] = await openAll('127.0.0.9');
  assert.ok(first);
  first.destroy();
  await once(first, 'close');
});
