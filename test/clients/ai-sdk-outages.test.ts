/** Calls of the SDK over a server that is away for a while, or slow, and calls that are made twice. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test, type TestContext } from 'node:test';
import { generateImage } from 'ai';
import { createKinora } from 'kinora-ai-sdk';
import { clientVersion } from 'kinora-client';
import { systemClock } from '@kinora/shared/clock';
import { waitUntil } from '../support/servers/wait-until.ts';

const record = { id: 'one', status: 'queued', created_at: 1, seed: 1, model: 'm', usage: {} };
const call = { n: 1, providerOptions: {}, prompt: 'a lake' } as never;

test('a poll goes on while a server that has answered before is away', async context => {
  const { server, url } = await serve(context, (_request, response) => json(response, record));
  const model = createKinora({ baseUrl: url }).video('m');
  const poll = () => model.doStatus?.({ operation: { id: 'one' } } as never);
  assert.equal((await poll())?.status, 'pending');
  server.close();
  server.closeAllConnections();
  await once(server, 'close');
  const status = poll();
  // Longer than the repeats before a first answer.
  await systemClock.sleep(1500);
  server.listen(Number(new URL(url).port), '127.0.0.1');
  assert.equal((await status)?.status, 'pending');
});

test('an abort while a clip is being submitted ends the call, and cancels the clip later', async context => {
  const requests: string[] = [];
  let accept = () => {};
  const { url } = await serve(context, (request, response) => {
    requests.push(`${request.method} ${request.url}`);
    if (request.url === '/v1/models') json(response, { data: [] });
    else if (request.url === '/v1/videos') accept = () => json(response, record);
    else json(response, record);
  });
  const leaving = new AbortController();
  const model = createKinora({ baseUrl: url }).video('m');
  const operation = model.doStart?.({ ...(call as object), abortSignal: leaving.signal } as never);
  await waitUntil(() => requests.includes('POST /v1/videos'));
  leaving.abort(new Error('left'));
  await assert.rejects(Promise.resolve(operation), { message: 'left' });
  accept();
  await waitUntil(() => requests.length >= 3);
  assert.equal(requests.at(-1), 'POST /v1/videos/one/cancel');
});

test('a request that is made twice at once with one key and one model has one key for both', async context => {
  const keys: unknown[] = [];
  const { url } = await serve(context, ({ headers, method }, response) => {
    if (method === 'POST') keys.push(headers['idempotency-key']);
    response.writeHead(400, { 'content-type': 'application/json' }).end('{"error":{"code":"no"}}');
  });
  const model = createKinora({ baseUrl: url }).image('m');
  const request = () =>
    generateImage({ model, prompt: 'a lake', n: 12, headers: { 'idempotency-key': 'order' } });
  await Promise.allSettled([request(), request()]);
  await waitUntil(() => keys.length >= 4);
  assert.deepEqual(keys.toSorted(), ['order', 'order', 'order:2', 'order:2']);
});

function json(response: ServerResponse, body: object): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

async function serve(
  context: TestContext,
  handle: (request: IncomingMessage, response: ServerResponse) => unknown,
) {
  const server = createServer((request, response) => {
    response.setHeader('x-kinora-version', clientVersion);
    handle(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  context.after(() => {
    server.close();
    server.closeAllConnections();
  });
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}
