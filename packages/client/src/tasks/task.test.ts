import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test, type TestContext } from 'node:test';
import { clientVersion, Kinora, type KinoraOptions } from '../index.ts';

type Handle = (request: IncomingMessage, response: ServerResponse) => unknown;

test('a request whose response is cut off in the middle is repeated with its key', async context => {
  const keys: unknown[] = [];
  const { images } = await serve(context, ({ headers }, response) => {
    keys.push(headers['idempotency-key']);
    const body = JSON.stringify({ code: 1, result: 'one', properties: {} });
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length });
    if (keys.length > 1) response.end(body);
    else response.write(body.slice(0, 9), () => response.destroy());
  });
  assert.equal(await images.imagine('a fox').id, 'one');
  assert.equal(keys.length, 2);
  assert.equal(keys[0], keys[1]);
});

test('a wait ends with its signal while the task is being submitted, and cancels the task later', async context => {
  const requestedUrls: unknown[] = [];
  let accept = () => {};
  const { images } = await serve(context, ({ url }, response) => {
    requestedUrls.push(url);
    const body = JSON.stringify({ code: 1, result: 'one', properties: {} });
    const answer = () => response.writeHead(200, { 'content-type': 'application/json' }).end(body);
    if (url === '/mj/submit/imagine') accept = answer;
    else answer();
  });
  const leaving = new AbortController();
  const task = images.imagine('a fox');
  const wait = task.wait({ signal: leaving.signal, cancelOnAbort: true });
  while (requestedUrls.length === 0) await new Promise(resolve => setImmediate(resolve));
  leaving.abort(new Error('left'));
  await assert.rejects(task.wait({ signal: leaving.signal }), { message: 'left' });
  accept();
  await assert.rejects(wait, { message: 'left' });
  assert.deepEqual(requestedUrls, ['/mj/submit/imagine', '/mj/task/one/cancel']);
});

test('a request whose own signal is aborted ends at once, and the task that it makes nevertheless is cancelled', async context => {
  const requestedUrls: unknown[] = [];
  let accept = () => {};
  const cancelled = Promise.withResolvers<void>();
  const { images } = await serve(context, ({ url }, response) => {
    requestedUrls.push(url);
    const body = JSON.stringify({ code: 1, result: 'one', properties: {} });
    const answer = () => response.writeHead(200, { 'content-type': 'application/json' }).end(body);
    if (url === '/mj/submit/imagine') accept = answer;
    else {
      answer();
      cancelled.resolve();
    }
  });
  const leaving = new AbortController();
  const { signal } = leaving;
  const wait = images.imagine('a fox', { signal }).wait({ signal, cancelOnAbort: true });
  while (requestedUrls.length === 0) await new Promise(resolve => setImmediate(resolve));
  leaving.abort(new Error('left'));
  accept();
  await assert.rejects(wait, { message: 'left' });
  await cancelled.promise;
  assert.equal(requestedUrls[1], '/mj/task/one/cancel');
  await assert.rejects(images.imagine('a fox', { signal }).id, { message: 'left' });
  assert.equal(requestedUrls.filter(url => url === '/mj/submit/imagine').length, 1);
});

test('a request that is not answered in time is sent again', async context => {
  let count = 0;
  const { images } = await serve(
    context,
    (_request, response) => {
      count += 1;
      const body = JSON.stringify({ code: 1, result: 'one', properties: {} });
      if (count > 1) response.writeHead(200, { 'content-type': 'application/json' }).end(body);
    },
    { timeoutSeconds: 0.2 },
  );
  assert.equal(await images.imagine('a fox').id, 'one');
  const silent = await serve(context, () => {}, { timeoutSeconds: 0.05, maxRetries: 0 });
  await assert.rejects(silent.images.imagine('a fox').id, {
    name: 'KinoraError',
    code: 'unreachable',
    message: /cannot be reached: no response within 0\.05 seconds/,
  });
});

async function serve(context: TestContext, handle: Handle, options: KinoraOptions = {}): Promise<Kinora> {
  const server = createServer((request, response) => {
    response.setHeader('x-kinora-version', clientVersion);
    handle(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  context.after(() => {
    server.close();
    server.closeAllConnections();
  });
  return new Kinora({ ...options, baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
}
