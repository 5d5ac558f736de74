/** Requests to URLs from outside through the proxy of the operator. */
import assert from 'node:assert/strict';
import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { outboundAgent } from './outbound-proxy.ts';
import { openSafeFetch } from './safe-fetch.ts';

const requests: string[] = [];
const proxy = createServer((request, response) => {
  requests.push(`${request.method} ${request.url}`);
  response.end('by proxy');
});
proxy.on('connect', (request, socket) => {
  requests.push(`CONNECT ${request.url}`);
  socket.end('HTTP/1.1 502 no\r\n\r\n');
});
let url = '';
before(async () => {
  await new Promise<void>(resolve => proxy.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
});
after(() => proxy.close());

const limits = { types: ['*'], maxBytes: 1000, timeoutMs: 5000, accountId: 'a' };
const resolve = async () => Promise.reject(new Error('not resolved here'));

test('requests go through the proxy, which resolves their names; internal hosts are refused before', async () => {
  const proxyEnv = { http_proxy: url, HTTPS_PROXY: url, NO_PROXY: 'direct.example, .inside.example' };
  const fetch = openSafeFetch({ allowedNetworks: [], userAgent: 'test', resolve, proxyEnv });
  const { bytes } = await fetch.get('http://files.example/a', limits);
  assert.equal(Buffer.from(bytes).toString(), 'by proxy');
  await fetch.post('http://hooks.example/b', { headers: {}, body: '{}', timeoutMs: 5000, accountId: 'a' });
  await assert.rejects(fetch.get('https://files.example/c', limits), { code: 'unreachable' });
  assert.deepEqual(requests.splice(0), [
    'GET http://files.example/a',
    'POST http://hooks.example/b',
    'CONNECT files.example:443',
  ]);
  for (const address of ['http://10.0.0.1/', 'http://localhost/', 'http://db/', 'https://169.254.169.254/'])
    await assert.rejects(fetch.get(address, limits), { name: 'SafeFetchError' });
  // These are asked directly, so their names are resolved here.
  for (const address of ['http://direct.example/', 'http://a.inside.example/'])
    await assert.rejects(fetch.get(address, limits), { code: 'unreachable' });
  assert.deepEqual(requests, []);
  fetch.close();
});

test('a host can have a proxy of its own, or none, before the proxy of all others', async () => {
  const proxyEnv = {
    HTTP_PROXY: 'http://127.0.0.1:9',
    NO_PROXY: 'files.example',
    KINORA_HOST_PROXIES: `files.example=${url}, .own.example=${url}, *.lan.example=direct`,
  };
  const fetch = openSafeFetch({ allowedNetworks: [], userAgent: 'test', resolve, proxyEnv });
  await fetch.get('http://files.example/a', limits);
  await fetch.get('http://a.own.example/b', limits);
  assert.deepEqual(requests.splice(0), ['GET http://files.example/a', 'GET http://a.own.example/b']);
  // Its name is resolved here, so it is asked directly.
  await assert.rejects(fetch.get('http://a.lan.example/', limits), { code: 'unreachable' });
  await assert.rejects(fetch.get('http://other.example/', limits), { code: 'unreachable' });
  assert.deepEqual(requests, []);
  fetch.close();
});

test('an engine is asked through the proxy of its host', async () => {
  const env = { KINORA_HOST_PROXIES: `gpu.example=${url}` };
  const agent = outboundAgent(new URL('http://gpu.example/v1'), { isKept: false, env });
  const response = await new Promise<IncomingMessage>((done, fail) =>
    get('http://gpu.example/v1/models', { agent }, done).on('error', fail),
  );
  response.resume();
  assert.deepEqual(requests.splice(0), ['GET http://gpu.example/v1/models']);
});
