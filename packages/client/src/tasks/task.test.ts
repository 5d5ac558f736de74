import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test, type TestContext } from 'node:test';
import { Kinora } from '../index.ts';

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
  const asked: unknown[] = [];
  let accept = () => {};
  const { images } = await serve(context, ({ url }, response) => {
    asked.push(url);
    const body = JSON.stringify({ code: 1, result: 'one', properties: {} });
    const answer = () => response.writeHead(200, { 'content-type': 'application/json' }).end(body);
    if (url === '/mj/submit/imagine') accept = answer;
    else answer();
  });
  const leaving = new AbortController();
  const task = images.imagine('a fox');
  const wait = task.wait({ signal: leaving.signal, cancelOnAbort: true });
  while (asked.length === 0) await new Promise(resolve => setImmediate(resolve));
  leaving.abort(new Error('left'));
  await assert.rejects(task.wait({ signal: leaving.signal }), { message: 'left' });
  accept();
  await assert.rejects(wait, { message: 'left' });
  assert.deepEqual(asked, ['/mj/submit/imagine', '/mj/task/one/cancel']);
});

async function serve(context: TestContext, handle: Handle): Promise<Kinora> {
  const server = createServer(handle).listen(0, '127.0.0.1');
  await once(server, 'listening');
  context.after(() => {
    server.close();
    server.closeAllConnections();
  });
  return new Kinora({ baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
}
