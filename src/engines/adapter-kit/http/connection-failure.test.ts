import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, createServer as createNetServer, type Server } from 'node:net';
import { test } from 'node:test';
import { makeCertificates, serverAuthentication } from '../../../../test/support/servers/certificates.ts';
import { reasonTexts } from '@kinora/shared/errors/reason';
import { operatorReason } from '../../contract/operator-reason.ts';
import { EngineError } from '../../contract/engine-error.ts';
import { ConnectTimeout, noConnection } from './connection-failure.ts';
import { openHttpClient } from './http-client.ts';

const never = new AbortController().signal;

async function failureAt(url: string): Promise<EngineError> {
  const client = openHttpClient({ url, secret: undefined });
  const failure = await client.send({ path: '/', signal: never }).catch((error: unknown) => error);
  client.close();
  assert.ok(failure instanceof EngineError);
  return failure;
}

/** Its port, and what closes it. */
async function listening(server: Server) {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { port, [Symbol.asyncDispose]: async () => void (await once(server.close(), 'close')) };
}

async function closedPort(): Promise<number> {
  await using server = await listening(createNetServer());
  return server.port;
}

function assertReason(failure: EngineError, reason: string, detail: RegExp): void {
  assert.equal(failure.message, `could not connect to its URL ${reason}`);
  assert.deepEqual([failure.code, failure.notStarted], ['engine_unavailable', true]);
  const texts = reasonTexts(operatorReason(failure));
  assert.match(String(texts['reason']), detail);
  assert.match(String(texts['reasonZh']), /^(无法连接|未能及时)/);
}

test('a host name that does not exist is named as the reason, and the name itself only to operators', async () => {
  const failure = await failureAt('http://no-such-host.invalid');
  assertReason(failure, 'because the host name was not found', /: getaddrinfo .* no-such-host\.invalid$/);
});

test('a refused connection is named as the reason, and the address itself only to operators', async () => {
  const port = await closedPort();
  const expectedReason = 'because the host refused the connection';
  assertReason(
    await failureAt(`http://127.0.0.1:${port}`),
    expectedReason,
    new RegExp(`127\\.0\\.0\\.1:${port}$`),
  );
});

test('TLS with a server that does not use it is named as the reason', async () => {
  await using server = await listening(createHttpServer());
  const failure = await failureAt(`https://127.0.0.1:${server.port}`);
  assertReason(failure, 'because TLS failed, as the server does not use it', /wrong version number/);
});

test('a server that ends the handshake of TLS is named as the reason', async () => {
  await using server = await listening(
    createNetServer(socket => void socket.once('data', () => socket.end())),
  );
  assertReason(
    await failureAt(`https://127.0.0.1:${server.port}`),
    'because TLS failed',
    /before secure TLS/,
  );
});

test('a rejected certificate is named as the reason', async () => {
  const { chain: cert, key } = await makeCertificates({ usage: serverAuthentication });
  await using server = await listening(createHttpsServer({ cert, key }));
  const failure = await failureAt(`https://127.0.0.1:${server.port}`);
  assertReason(failure, 'because its TLS certificate was rejected', /certificate/);
});

test('a connection that takes too long is named as the reason, and one that was cancelled has none', () => {
  assertReason(noConnection(new ConnectTimeout('10 s'), never), 'in time', /in time: 10 s$/);
  const cancelled = AbortSignal.abort(new DOMException('late', 'TimeoutError'));
  assertReason(noConnection(new Error('aborted'), cancelled), 'in time', /in time$/);
  assert.equal(noConnection(new Error('x'), AbortSignal.abort()).message, 'could not connect to its URL');
});

test('each address of a host is named to operators', () => {
  const errors = ['::1', '127.0.0.1'].map(address => new Error(`connect ECONNREFUSED ${address}:9`));
  const failed = Object.assign(new AggregateError(errors, undefined), { code: 'ECONNREFUSED' });
  const expectedReason = 'because the host refused the connection';
  assertReason(noConnection(failed, never), expectedReason, /::1:9; connect ECONNREFUSED 127\.0\.0\.1:9$/);
});
