/** How the Console is served: one page for every path, its assets, and its security policy. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../support/servers/app.ts';

let kinora: TestApp;

before(async () => {
  kinora = await startTestApp();
});

test('every path of the Console returns the same page, which is revalidated on each request', async () => {
  for (const path of [
    '/console',
    '/console/',
    '/console/tokens',
    '/console/task/1234',
    '/console/models/veo-3.1',
  ]) {
    const answer = await fetch(`${kinora.url}${path}`);
    assert.equal(answer.status, 200, path);
    assert.match(String(answer.headers.get('content-type')), /^text\/html/);
    assert.equal(answer.headers.get('cache-control'), 'no-cache');
    assert.match(await answer.text(), /<div id="console">/);
  }
});

test('the icon is served at the path that browsers request by default', async () => {
  const answer = await fetch(`${kinora.url}/favicon.ico`);
  assert.deepEqual([answer.status, answer.headers.get('content-type')], [200, 'image/x-icon']);
  assert.deepEqual([...new Uint8Array(await answer.arrayBuffer())].slice(0, 4), [0, 0, 1, 0]);
});

test('the page loads nothing from other hosts, runs no inline script and cannot be framed', async () => {
  const { headers } = await fetch(`${kinora.url}/console`);
  const policy = String(headers.get('content-security-policy'));
  for (const part of [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "frame-ancestors 'none'",
  ])
    assert.ok(policy.includes(part), part);
  assert.doesNotMatch(policy, /unsafe|http|\*/);
  assert.equal(headers.get('x-content-type-options'), 'nosniff');
  assert.equal(headers.get('referrer-policy'), 'no-referrer');
});

test('the page names no other host', async () => {
  const page = await (await fetch(`${kinora.url}/console`)).text();
  assert.doesNotMatch(page, /https?:\/\//);
});

test('an asset is cached forever, and compressed for clients that accept it', async () => {
  const page = await (await fetch(`${kinora.url}/console`)).text();
  const path = /\/console\/assets\/[^"]+\.js/.exec(page)?.[0] ?? '';
  const plain = await fetch(`${kinora.url}${path}`, { headers: { 'accept-encoding': 'identity' } });
  assert.equal(plain.status, 200);
  assert.match(String(plain.headers.get('cache-control')), /immutable/);
  assert.equal(plain.headers.get('content-encoding'), null);
  const small = await fetch(`${kinora.url}${path}`, { headers: { 'accept-encoding': 'gzip, br' } });
  assert.equal(small.headers.get('content-encoding'), 'br');
  assert.equal(await small.text(), await plain.text());
});

test('an unknown asset is not found, and no path leads out of the folder', async () => {
  for (const path of ['assets/none.js', 'assets/..%2f..%2fpackage.json', 'assets/..%2findex.html'])
    assert.equal((await fetch(`${kinora.url}/console/${path}`)).status, 404, path);
  const page = await (await fetch(`${kinora.url}/console`)).text();
  for (const path of ['..%2fpackage.json', '..%2f..%2fpackage.json', 'index.html.br', 'models/veo-3.1.js'])
    assert.equal(await (await fetch(`${kinora.url}/console/${path}`)).text(), page, path);
});

test('every route that the Console calls is in the OpenAPI document', async () => {
  const { paths } = await (await fetch(`${kinora.url}/openapi.json`)).json();
  const contract = await readFile(new URL('../../../src/api/contract.ts', import.meta.url), 'utf8');
  const names = [...contract.matchAll(/^ {2}'(GET|POST|DELETE) (\/[^']+)'/gm)];
  assert.ok(names.length > 15);
  for (const [, method = '', path = ''] of names) {
    if (path === '/openapi.json') continue;
    const template = path.replace('/submit/:name', '/submit/imagine').replace(/:(\w+)/g, '{$1}');
    assert.ok(paths[template]?.[method.toLowerCase()], `${method} ${template}`);
  }
});
