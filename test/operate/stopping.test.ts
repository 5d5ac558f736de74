/** What clients see of a server that stops. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { test } from 'node:test';
import { startTestApp, until } from '../support/servers/app.ts';

test('a request that arrives on a connection in use while the server stops is answered as usual', async () => {
  const kinora = await startTestApp();
  const place = { host: '127.0.0.1', port: Number(new URL(kinora.url).port) };
  const socket = connect(place);
  let text = '';
  socket.on('data', data => (text += String(data)));
  const request = 'GET /livez HTTP/1.1\r\nHost: kinora\r\n';
  // In one write: when the first request is answered, the server has read the beginning of the second one.
  socket.write(`${request}\r\n${request}`);
  await until(
    async () => text,
    answers => answers.includes('HTTP/1.1 200'),
  );
  const stopped = kinora.app.stop();
  await until(
    () => isRefused(place),
    isClosed => isClosed,
  );
  text = '';
  socket.write('\r\n');
  await once(socket, 'close');
  await stopped;
  assert.match(text, /^HTTP\/1\.1 200 /);
  assert.match(text, /connection: close/i);
});

async function isRefused(place: { readonly host: string; readonly port: number }): Promise<boolean> {
  const socket = connect(place);
  const [first] = await Promise.race([
    once(socket, 'connect').then(() => ['connected']),
    once(socket, 'close').then(() => ['refused']),
  ]).catch(() => ['refused']);
  socket.destroy();
  return first === 'refused';
}
