/** The HTTP client of adapters, against a server that misbehaves. */
import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createNetServer } from 'node:net';
import { after, before, test } from 'node:test';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { EngineError } from '../../contract/engine-error.ts';
import { openHttpClient, readJson } from './http-client.ts';
import { startFailure, stepFailure } from './http-failures.ts';

const never = new AbortController().signal;
const secret = 'user:pa55word-9';

let answer: (request: IncomingMessage, response: ServerResponse) => void = () => {};
const server = createServer((request, response) => answer(request, response));
let url = '';
before(async () => {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
after(() => {
  server.close();
  server.closeAllConnections();
});

async function catchFailure(work: Promise<unknown>): Promise<EngineError> {
  const error = await work.then(
    () => assert.fail('it did not fail'),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof EngineError, String(error));
  return error;
}

test('the base URL keeps its path, and the secret is in the header', async () => {
  answer = (request, response) =>
    response.end(`${request.method} ${request.url} ${request.headers.authorization}`);
  const bearer = openHttpClient({ url: `${url}/base`, secret: 'k1' });
  const first = await bearer.send({ path: '/v1/models?a=b', signal: never });
  assert.equal(Buffer.from(first.bytes).toString(), 'GET /base/v1/models?a=b Bearer k1');
  const basic = openHttpClient({ url, secret: 'me:pw', scheme: 'basic' });
  const second = await basic.send({ path: '/x', body: {}, signal: never });
  assert.equal(Buffer.from(second.bytes).toString(), `POST /x Basic ${btoa('me:pw')}`);
});

test('a form is sent as multipart with its length', async () => {
  let receivedForm = '';
  answer = (request, response) => {
    void text(request).then(body => {
      receivedForm = `${request.headers['content-type']}\n${body}`;
      response.end(String(Buffer.byteLength(body) === Number(request.headers['content-length'])));
    });
  };
  const form = new FormData();
  form.set('prompt', 'fox');
  form.set('image', new Blob([new Uint8Array([1, 2])], { type: 'image/png' }), 'a.png');
  const response = await openHttpClient({ url, secret: undefined }).send({
    path: '/',
    body: form,
    signal: never,
  });
  assert.equal(Buffer.from(response.bytes).toString(), 'true');
  assert.match(receivedForm, /^multipart\/form-data; boundary=/);
  assert.match(receivedForm, /name="image"; filename="a.png"/);
});

test('redirects are not followed, and requests to other hosts are rejected', async () => {
  answer = (_, response) => response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end();
  const client = openHttpClient({ url, secret });
  assert.equal((await client.send({ path: '/', signal: never })).status, 302);
  const failure = await catchFailure(
    client.send({ path: new URL('http://example.com/a.png'), signal: never }),
  );
  assert.equal(failure.code, 'engine_error');
});

test('a failed connection means not started, and a later failure leaves it unknown', async () => {
  const closed = createNetServer();
  await new Promise<void>(resolve => closed.listen(0, '127.0.0.1', resolve));
  const { port } = closed.address() as AddressInfo;
  await new Promise(resolve => closed.close(resolve));
  const closedPortClient = openHttpClient({ url: `http://127.0.0.1:${port}`, secret });
  const noHost = openHttpClient({ url: 'http://no-such-host.invalid', secret });
  for (const client of [closedPortClient, noHost]) {
    const { code, retryable, notStarted } = await catchFailure(
      client.send({ path: '/', body: {}, signal: never }),
    );
    assert.deepEqual([code, retryable, notStarted], ['engine_unavailable', true, true]);
  }
  answer = request => request.socket.destroy();
  const reset = openHttpClient({ url, secret });
  const { code, retryable, notStarted } = await catchFailure(
    reset.send({ path: '/', body: {}, signal: never }),
  );
  assert.deepEqual([code, retryable, notStarted], ['engine_unavailable', true, false]);
});

test('truncated, oversized and endless bodies are failures', async () => {
  const client = openHttpClient({ url, secret });
  answer = (_, response) => {
    response.writeHead(200, { 'content-length': 100 });
    response.write('half', () => response.destroy());
  };
  assert.equal((await catchFailure(client.send({ path: '/', signal: never }))).code, 'engine_unavailable');
  answer = (_, response) => response.end('x'.repeat(2000));
  const large = await catchFailure(client.send({ path: '/', signal: never, maxBytes: 1000 }));
  assert.equal(large.code, 'engine_error');
  // A record has at most 1 MB, and may repeat what was sent.
  answer = (_, response) => response.end('x'.repeat(1024 * 1024 + 1));
  const record = await catchFailure(client.send({ path: '/', signal: never }));
  assert.deepEqual([record.code, record.reason?.code], ['engine_error', 'answer_large']);
  const largeResponse = await client.send({ path: '/', body: { words: 'a red fox' }, signal: never });
  assert.equal(largeResponse.bytes.length, 1024 * 1024 + 1);
  answer = (_, response) => response.write('begin');
  const slow = await catchFailure(client.send({ path: '/', signal: never, timeoutMs: 100 }));
  assert.deepEqual([slow.code, slow.notStarted], ['engine_unavailable', false]);
});

test('a hanging request ends with its signal, even after it was sent completely', async () => {
  const sending = Promise.withResolvers<void>();
  answer = () => {};
  const controller = new AbortController();
  const client = openHttpClient({ url, secret });
  const failure = catchFailure(
    client.send({ path: '/', body: {}, signal: controller.signal, onSent: sending.resolve }),
  );
  await sending.promise;
  controller.abort();
  assert.equal((await failure).notStarted, false);
});

test('messages of the engine are cleaned of secrets, reduced to one line and truncated', async () => {
  const client = openHttpClient({ url, secret, scheme: 'basic' });
  const providerMessage = client.clean(`no\n${secret} ${btoa(secret)} pa55word-9 ${'x'.repeat(400)}`);
  assert.match(providerMessage, /^no \*\*\* \*\*\* \*\*\* x+…$/);
  assert.equal(providerMessage.length, 300);
  const wrong = openHttpClient({ url, secret: 'pa55\nword' });
  const failure = await catchFailure(wrong.send({ path: '/', signal: never }));
  assert.deepEqual([failure.code, failure.notStarted], ['engine_unauthorized', true]);
  assert.doesNotMatch(`${failure.stack} ${String(failure.cause)}`, /word/);
});

test('messages of the engine are cleaned of what was signed for a request, and of the user of the secret', async () => {
  let count = 0;
  answer = (_, response) => response.end();
  const client = openHttpClient({
    url,
    secret,
    headers: { 'x-version': '2024-11-06' },
    credentials: () => ({ authorization: `Bearer signed-${count++}`, 'x-second': `other-${count}` }),
  });
  for (const path of ['/a', '/b']) await client.send({ path, signal: never });
  const providerMessage = 'Bearer signed-0, signed-1, other-2 of user with version 2024-11-06';
  assert.equal(client.clean(providerMessage), 'Bearer ***, ***, *** of *** with version 2024-11-06');
});

const verdicts = [
  [401, 'engine_unauthorized', false, true],
  [403, 'engine_unauthorized', false, true],
  [402, 'engine_unfunded', false, true],
  [429, 'engine_busy', true, true],
  [503, 'engine_busy', true, true],
  [400, 'engine_rejected', false, true],
  [422, 'engine_rejected', false, true],
  [404, 'engine_error', true, true],
  [500, 'engine_unavailable', true, false],
  [302, 'engine_unavailable', true, false],
] as const;
for (const [status, code, retryable, notStarted] of verdicts)
  test(`a start that is answered with status ${status} is ${code}`, () => {
    const client = { clean: (providerMessage: string) => providerMessage };
    const response = { status, bytes: Buffer.from('{"error":{"message":"because"}}') };
    const failure = startFailure(response, client);
    assert.deepEqual([failure.code, failure.retryable, failure.notStarted], [code, retryable, notStarted]);
    assert.match(`${failure.message} ${String(failure.cause)}`, /because/);
    assert.equal(stepFailure(response, client).retryable, true);
  });

for (const status of [401, 403])
  test(`status ${status} means a rejected secret, or without one that the engine requires it`, () => {
    const response = { status, bytes: Buffer.from('{}') };
    for (const [secret, reason] of [
      ['a key', 'it rejected the secret'],
      [undefined, 'it requires a secret, and none is set'],
    ] as const)
      for (const failureOfStatus of [startFailure, stepFailure]) {
        const { code, message } = failureOfStatus(response, openHttpClient({ url, secret }));
        assert.deepEqual([code, message], ['engine_unauthorized', reason]);
      }
  });

test('a JSON body must have the shape that is expected', () => {
  const shape = z.object({ id: z.string() });
  assert.deepEqual(readJson({ bytes: Buffer.from('{"id":"a","more":1}') }, shape), { id: 'a' });
  for (const bytes of ['{"id":1}', 'no', ''])
    assert.throws(
      () => readJson({ bytes: Buffer.from(bytes) }, shape),
      (error: EngineError) => error.code === 'engine_error' && !error.notStarted,
    );
});
