/** Health, documents, the start page, and the addresses behind a proxy. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { call, imageEnd, imagine, startTestApp, type TestApp } from './support/app.ts';
import { cardsForPuppet } from './support/cards.ts';
import { puppetEngine } from './support/puppet-engine.ts';
import { startPuppet, type Puppet } from './support/puppet.ts';

let puppet: Puppet;
let kinora: TestApp;
before(async () => {
  puppet = await startPuppet();
  kinora = await startTestApp({ engines: [puppetEngine(puppet.url)], cards: cardsForPuppet });
});

test('alive and ready are said without a key', async () => {
  assert.deepEqual((await call(`${kinora.url}/livez`)).body, { status: 'ok' });
  assert.equal((await call(`${kinora.url}/readyz`)).body.database, 'ok');
});

test('what can be got can be asked for its head, and OPTIONS need not be a preflight', async () => {
  for (const path of ['/', '/livez', '/readyz', '/openapi.json']) {
    const head = await fetch(`${kinora.url}${path}`, { method: 'HEAD' });
    assert.deepEqual([head.status, await head.text()], [200, ''], path);
  }
  assert.equal((await fetch(`${kinora.url}/v1/videos`, { method: 'OPTIONS' })).status, 204);
});

test('the OpenAPI document is 3.1 and has the shapes of both interfaces', async () => {
  const { body } = await call(`${kinora.url}/openapi.json`);
  assert.equal(body.openapi, '3.1.0');
  for (const path of [
    '/mj/submit/imagine',
    '/mj/submit/action',
    '/mj/task/{id}/fetch',
    '/mj/task/list-by-condition',
    '/v1/videos',
    '/v1/videos/{id}',
    '/v1/videos/{id}/content',
    '/v1/models',
  ]) {
    assert.ok(body.paths[path], path);
  }
  assert.ok(!('/relax/mj/submit/imagine' in body.paths));
  const create = body.paths['/v1/videos'].post;
  assert.deepEqual(Object.keys(create.requestBody.content), ['application/json', 'multipart/form-data']);
  assert.deepEqual(create.requestBody.content['application/json'].schema.required, ['prompt']);
  const imagineShape = body.paths['/mj/submit/imagine'].post.requestBody.content['application/json'].schema;
  assert.deepEqual(imagineShape.required, ['prompt']);
  const headersOf = (path: string, method: string): string[] =>
    (body.paths[path][method].parameters ?? [])
      .filter((parameter: { in: string }) => parameter.in === 'header')
      .map(({ name }: { name: string }) => name);
  assert.deepEqual(headersOf('/mj/submit/imagine', 'post'), ['Idempotency-Key']);
  assert.deepEqual(headersOf('/v1/videos', 'post'), ['Idempotency-Key']);
  assert.deepEqual(headersOf('/v1/videos/{id}/content', 'get'), ['Range', 'If-None-Match', 'If-Range']);
  assert.deepEqual(headersOf('/v1/events', 'get'), ['Last-Event-ID']);
});

test('the start page shows both addresses and all models, and lets nothing in from outside', async () => {
  const response = await fetch(`${kinora.url}/`);
  const html = await response.text();
  assert.match(response.headers.get('content-type') ?? '', /text\/html/);
  assert.match(response.headers.get('content-security-policy') ?? '', /default-src 'none'/);
  assert.ok(
    html.includes(`${kinora.url}/v1`) && html.includes('sketch-motion') && html.includes('USD / second'),
  );
  assert.ok(!html.includes('{{'));
  assert.ok(!/<script|https?:\/\/(?!127\.0\.0\.1|www\.w3\.org)/.test(html.replaceAll(kinora.url, '')));
});

test('a Host that is no address cannot write into the page', async () => {
  const { request } = await import('node:http');
  const page = await new Promise<string>((resolve, reject) => {
    const { hostname, port } = new URL(kinora.url);
    const sent = request(
      { hostname, port, path: '/', headers: { host: 'a"><script>alert(1)</script>' } },
      response => {
        let body = '';
        response.on('data', chunk => (body += chunk)).on('end', () => resolve(body));
      },
    );
    sent.on('error', reject).end();
  });
  assert.ok(!page.includes('<script>'));
});

test('forwarded addresses count only from trusted proxies; set ones always win', async () => {
  const headers = { 'x-forwarded-host': 'art.example', 'x-forwarded-proto': 'https' };
  const imageUrl = async (app: TestApp) => {
    const { id } = await imageEnd(app, await imagine(app, 'a --v 1'));
    return (await call(`${app.url}/mj/task/${id}/fetch`, { key: app.imageKey, headers })).body
      .imageUrl as string;
  };
  assert.ok((await imageUrl(kinora)).startsWith(kinora.url));
  const options = { engines: [puppetEngine(puppet.url)], cards: cardsForPuppet };
  const proxied = await startTestApp({ ...options, settings: { KINORA_TRUSTED_PROXIES: '127.0.0.0/8' } });
  assert.ok((await imageUrl(proxied)).startsWith('https://art.example/media/'));
  const fixed = await startTestApp({
    ...options,
    settings: {
      KINORA_DIRECT_BASE_URL: 'https://cdn.example/kinora/',
      KINORA_BASE_URL: 'https://api.example',
    },
  });
  assert.ok((await imageUrl(fixed)).startsWith('https://cdn.example/kinora/media/'));
});
