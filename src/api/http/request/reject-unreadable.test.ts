/** Responses to clients that send no HTTP or an incomplete request, over real sockets. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { limitConnections } from './limit-connections.ts';
import { rejectUnreadable } from './reject-unreadable.ts';

async function serve(listener: RequestListener) {
  const timeouts = { requestTimeout: 50, headersTimeout: 50, connectionsCheckingInterval: 10 };
  const server = createServer(timeouts, listener).on('clientError', rejectUnreadable);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  after(() => server.closeAllConnections());
  after(() => server.close());
  const open = () => connect((server.address() as AddressInfo).port, '127.0.0.1');
  return { server, open };
}

async function answerTo(bytes: string, listener: RequestListener = () => {}): Promise<string> {
  const { open } = await serve(listener);
  const socket = open();
  socket.write(bytes);
  return text(socket);
}

test('a request whose head or body does not arrive in time is answered with 408', async () => {
  for (const part of [
    'GET / HTTP/1.1\r\nHost: x\r\n',
    'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nabc',
  ]) {
    const answer = await answerTo(part);
    assert.match(answer, /^HTTP\/1\.1 408 Request Timeout\r\n.*"code":"request_timeout"/s, part);
  }
});

test('input that is not HTTP is answered with 400', async () => {
  assert.match(await answerTo('hello\r\n\r\n'), /^HTTP\/1\.1 400 Bad Request\r\n.*"code":"request_invalid"/s);
});

test('a response in progress is aborted without a second response', async () => {
  const begin: RequestListener = (_request, response) => {
    response.writeHead(200, { 'content-length': 1000 });
    response.write('begun');
  };
  const { open } = await serve(begin);
  const socket = open();
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  let answer = '';
  socket.on('data', chunk => (answer += chunk));
  await once(socket, 'data');
  socket.write('hello\r\n\r\n');
  await Promise.race([once(socket, 'close'), once(socket, 'error')]);
  assert.doesNotMatch(answer, / 400 /);
});

test('connections are limited per address, except for trusted proxies', async () => {
  for (const [trustedProxies, connectionCount] of [
    [[], 2],
    [['127.0.0.1'], 4],
  ] as const) {
    const { server, open } = await serve((_request, response) => response.end('ok'));
    limitConnections(server, trustedProxies, 8);
    const { promise: allCame, resolve } = Promise.withResolvers<void>();
    let came = 0;
    server.on('connection', () => ++came === 4 && resolve());
    const sockets = Array.from({ length: 4 }, open);
    await allCame;
    const answers = await Promise.all(
      sockets.map(async socket => {
        socket.on('error', () => {});
        socket.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
        return text(socket).catch(() => '');
      }),
    );
    assert.equal(answers.filter(answer => answer.includes(' 200 ')).length, connectionCount);
  }
});
