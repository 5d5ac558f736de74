import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { test } from 'node:test';
import { limitConnections } from './limit-connections.ts';

test('connections beyond the limit of the process or of one address are closed', async t => {
  const server = createServer();
  t.after(() => server.close());
  limitConnections(server, [], { process: 7, address: 2 });
  assert.equal(server.maxConnections, 7);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const open = async () => {
    const socket = connect(port, '127.0.0.1').on('error', () => {});
    t.after(() => socket.destroy());
    await once(socket, 'connect');
    return socket;
  };
  const first = await open();
  const second = await open();
  await once(await open(), 'close');
  assert.deepEqual([first.destroyed, second.destroyed], [false, false]);
  first.destroy();
  await once(first, 'close');
});
