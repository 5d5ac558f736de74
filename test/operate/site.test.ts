/** Health, documents, the start page, and URLs behind a proxy. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { call, imageEnd, imagine, startTestApp, type TestApp } from '../support/servers/app.ts';
import { scriptedCards } from '../support/engines/cards.ts';
import { scriptedEngine } from '../support/engines/scripted-engine.ts';
import { withOwnParameters } from '../support/requests/refused-parameters.ts';
import { startScriptedApp, type ScriptedApp } from '../support/setups/scripted-app.ts';

let kinora: ScriptedApp;
before(async () => {
  kinora = await startScriptedApp();
});

test('liveness and readiness need no key', async () => {
  assert.deepEqual((await call(`${kinora.url}/livez`)).body, { status: 'ok' });
  assert.equal((await call(`${kinora.url}/readyz`)).body.database, 'ok');
});

test('every GET route answers HEAD, and OPTIONS need not be a preflight', async () => {
  for (const path of ['/', '/livez', '/readyz', '/openapi.json']) {
    const head = await fetch(`${kinora.url}${path}`, { method: 'HEAD' });
    assert.deepEqual([head.status, await head.text()], [200, ''], path);
  }
  assert.equal((await fetch(`${kinora.url}/v1/videos`, { method: 'OPTIONS' })).status, 204);
});

test('the OpenAPI document is version 3.1 and has the schemas of both interfaces', async () => {
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
  const listHeaders = (path: string, method: string): string[] =>
    (body.paths[path][method].parameters ?? [])
      .filter((parameter: { in: string }) => parameter.in === 'header')
      .map(({ name }: { name: string }) => name);
  assert.deepEqual(listHeaders('/mj/submit/imagine', 'post'), ['Idempotency-Key']);
  assert.deepEqual(listHeaders('/v1/videos', 'post'), ['Idempotency-Key']);
  assert.deepEqual(listHeaders('/v1/videos/{id}/content', 'get'), ['Range', 'If-None-Match', 'If-Range']);
  assert.deepEqual(listHeaders('/v1/events', 'get'), ['Last-Event-ID']);
});

test('the OpenAPI document lists what the model cards accept, and multipart forms', async () => {
  const { paths } = (await call(`${kinora.url}/openapi.json`)).body;
  const { data } = (await call(`${kinora.url}/v1/models`, { key: kinora.videoKey })).body;
  const cards = data.map(withOwnParameters);
  for (const path of ['/v1/videos', '/v1/videos/quote']) {
    const { content } = paths[path].post.requestBody;
    const json = content['application/json'].schema;
    const form = content['multipart/form-data'].schema;
    const allows = (schema: object, fields: object) =>
      new Ajv2020({ strict: false, logger: false }).validate(schema, { prompt: 'x', ...fields });
    for (const [name, value] of cards.flatMap(listValues)) {
      assert.ok(allows(json, { [name]: value }), `${name}: ${value}`);
      assert.ok(allows(form, { [name]: String(value) }), `${name}: "${value}"`);
    }
    for (const fields of [{ seconds: 0 }, { motion: 'some' }, { audio: 'yes' }, { colour: 'red' }])
      assert.ok(!allows(json, fields), JSON.stringify(fields));
    for (const [field, { max }] of cards.flatMap((card: any) => Object.entries<any>(card.references))) {
      for (const picture of ['data:,', { image_url: 'data:,' }, { url: 'data:,' }])
        assert.ok(allows(json, { [field]: picture }), field);
      assert.equal(allows(json, { [field]: ['data:,'] }), max > 1, field);
      assert.match(JSON.stringify(form.properties[max > 1 ? `${field}[]` : field]), /"format":"binary"/);
    }
  }
  for (const path of ['/v1/videos/edits', '/v1/videos/extensions']) {
    const { content } = paths[path].post.requestBody;
    const { properties, required } = content['application/json'].schema;
    assert.ok(required.includes('video'));
    const types = properties.video.anyOf.map(({ type }: { type: string }) => type);
    assert.deepEqual(types, ['object', 'string']);
    assert.equal(content['multipart/form-data'].schema.properties.video.anyOf[0].format, 'binary');
  }
});

/** Each value that the card lists, or both ends of the range. */
function listValues({ parameters }: { parameters: { properties: object } }): [string, unknown][] {
  return Object.entries(parameters.properties).flatMap(([name, { enum: values, minimum, maximum }]) =>
    (values ?? (maximum ? [minimum, maximum] : [true, false])).map((value: unknown) => [name, value]),
  );
}

test('the OpenAPI document lists every response: status, media type, headers, description', async () => {
  const { paths } = (await call(`${kinora.url}/openapi.json`)).body;
  const listAnswers = (path: string, method: string) => paths[path][method].responses;
  const listTypes = (path: string, status: string) =>
    Object.keys(listAnswers(path, 'get')[status].content ?? {});
  const clip = ['video/mp4', 'video/webm', 'video/quicktime', 'video/x-matroska', 'image/webp', 'image/jpeg'];
  assert.deepEqual(listTypes('/v1/videos/{id}/content', '200'), clip);
  assert.deepEqual(listTypes('/v1/videos/{id}/content', '304'), []);
  assert.deepEqual(listTypes('/v1/videos/{id}/content', '409'), ['application/json']);
  assert.deepEqual(listTypes('/v1/events', '200'), ['text/event-stream']);
  assert.deepEqual(listTypes('/v1/videos/{id}/events', '204'), []);
  assert.ok(listTypes('/media/{file}', '206').includes('image/png'));
  const statuses: Record<string, string> = {
    'post /v1/videos': '200 400 401 402 403 404 408 409 410 413 415 422 429 431 503 5XX',
    'post /v1/videos/quote': '200 400 401 403 408 410 413 415 422 429 431 503 5XX',
    'post /v1/videos/edits': '200 400 401 402 403 404 408 409 413 415 422 429 431 503 5XX',
    'post /v1/videos/extensions': '200 400 401 402 403 404 408 409 413 415 422 429 431 503 5XX',
    'post /v1/videos/{id}/remix': '200 400 401 402 403 404 408 409 413 415 422 429 431 503 5XX',
    'post /v1/videos/{id}/cancel': '200 400 401 403 404 408 409 413 415 429 431 5XX',
    'get /v1/videos/{id}': '200 304 400 401 403 404 431 5XX',
    'get /v1/videos/{id}/content': '200 206 304 400 401 403 404 409 410 416 431 5XX',
    'get /v1/videos/{id}/events': '200 204 400 401 403 404 429 431 5XX',
    'get /v1/events': '200 400 401 403 429 431 5XX',
    'get /media/{file}': '200 206 302 304 404 410 416 431 5XX',
    // A rejection is reported in the body.
    'post /mj/submit/imagine': '200 401 403',
    'get /mj/task/{id}/fetch': '200 304 401 403 404 431 5XX',
  };
  for (const [name, expected] of Object.entries(statuses)) {
    const [method = '', path = ''] = name.split(' ');
    assert.equal(Object.keys(listAnswers(path, method)).join(' '), expected, name);
  }
  const answerHeaders = (path: string, method: string, status: string) =>
    Object.keys(listAnswers(path, method)[status].headers ?? {});
  assert.deepEqual(answerHeaders('/v1/videos', 'post', '200'), ['openai-poll-after-ms', 'x-should-retry']);
  assert.deepEqual(answerHeaders('/v1/videos/{id}', 'get', '200'), ['ETag', 'openai-poll-after-ms']);
  assert.deepEqual(answerHeaders('/v1/videos/{id}/content', 'get', '200'), ['ETag', 'Accept-Ranges']);
  assert.deepEqual(answerHeaders('/v1/videos', 'post', '409'), ['x-should-retry']);
  for (const [path, methods] of Object.entries<Record<string, { responses: object }>>(paths))
    for (const { responses } of Object.values(methods))
      for (const { description } of Object.values(responses))
        assert.ok(description && description !== 'Default Response', path);
});

test('the OpenAPI document says who may call an operation of the Console, and which bodies may be left out', async () => {
  const { paths, components } = (await call(`${kinora.url}/openapi.json`)).body;
  assert.ok(components.securitySchemes.session);
  assert.deepEqual(paths['/api/token.list'].get.security, [{ session: [] }]);
  assert.deepEqual(paths['/api/about'].get.security, []);
  assert.equal(paths['/mj/task/list-by-condition'].post.requestBody.required, false);
  assert.equal(paths['/v1/videos'].post.requestBody.required, true);
  const { tasks } = paths['/api/task.delete'].post.requestBody.content['application/json'].schema.properties;
  assert.deepEqual([tasks.anyOf[0].minItems, tasks.anyOf[0].maxItems], [1, 500]);
  assert.match(paths['/api/token.revoke'].post.responses['404'].description, /`token_unknown`/);
  assert.match(paths['/api/group.create'].post.responses['404'].description, /`account_unknown`/);
  assert.match(paths['/api/collection.create'].post.responses['409'].description, /`collection_taken`/);
});

test('the OpenAPI document has no lists of different values and no schema of a whole stream of events, which generators misread', async () => {
  const text = JSON.stringify((await call(`${kinora.url}/openapi.json`)).body);
  assert.match(text, /"text\/event-stream":\{\}/);
  assert.doesNotMatch(text, /"text\/event-stream":\{"/);
  assert.doesNotMatch(text, /"prefixItems":|"items":(?:\[|false)/);
});

test('the start page shows both base URLs and all models, and loads nothing from other hosts', async () => {
  const response = await fetch(`${kinora.url}/`);
  const html = await response.text();
  assert.match(response.headers.get('content-type') ?? '', /text\/html/);
  assert.match(response.headers.get('content-security-policy') ?? '', /default-src 'none'/);
  assert.ok(
    html.includes(`${kinora.url}/v1`) && html.includes('sketch-motion') && html.includes('USD / second'),
  );
  assert.ok(html.includes('npx kinora token create --group image,video'));
  assert.ok(!html.includes('{{'));
  assert.ok(!/<script|https?:\/\/(?!127\.0\.0\.1|www\.w3\.org)/.test(html.replaceAll(kinora.url, '')));
});

test("the start page is in the browser's language, with images and the typeface of the Console", async () => {
  const response = await fetch(`${kinora.url}/`, { headers: { 'accept-language': 'zh-CN' } });
  const html = await response.text();
  assert.match(html, /<html lang="zh-CN">[\s\S]*打开控制台/);
  assert.equal(response.headers.get('vary')?.includes('accept-language'), true);
  const parts = [...html.matchAll(/\/console\/assets\/[\w.-]+/g)].map(([part]) => part);
  assert.equal(parts.filter(part => part.endsWith('.webp')).length, 6);
  assert.equal(parts.filter(part => part.endsWith('.woff2')).length, 2);
  for (const part of parts) assert.equal((await fetch(`${kinora.url}${part}`)).status, 200, part);
});

test('a path that is well known elsewhere says what there is here instead', async () => {
  const instead: Readonly<Record<string, RegExp>> = {
    'POST /v1/embeddings': /POST \/v1\/images\/generations .* no text/,
    'POST /v1/videos/characters': /reference_images/,
    'POST /v1/video/generations': /POST \/v1\/videos /,
    'POST /sdapi/v1/txt2img': /POST \/v1\/videos /,
    'GET /healthz': /GET \/readyz/,
    'GET /nope': /GET \/nope\.$/,
  };
  for (const [route, expected] of Object.entries(instead)) {
    const [method = '', path = ''] = route.split(' ');
    const { status, body } = await call(`${kinora.url}${path}`, { method });
    assert.deepEqual([status, body.error.code], [404, 'route_unknown'], route);
    assert.match(body.error.message, expected);
  }
});

test('people who open a wrong address or an expired file see a page, and programs get JSON', async () => {
  const { id, imageUrl } = await imageEnd(kinora, await imagine(kinora, 'a --v 1'));
  await kinora.app.db.pool.query(
    `update tasks set expires_at = now() - interval '1 s' where public_id = $1`,
    [id],
  );
  for (const [address, status, title] of [
    [`${kinora.url}/nope`, 404, '页面不存在'],
    [imageUrl, 410, '文件已过期'],
  ]) {
    const asPerson = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8', 'accept-language': 'zh-CN' };
    const page = await fetch(address, { headers: asPerson });
    assert.deepEqual([page.status, page.headers.get('content-type')], [status, 'text/html; charset=utf-8']);
    assert.match(await page.text(), new RegExp(`<h1>${title}</h1>`));
    for (const headers of [{ accept: '*/*' }, { accept: 'image/avif,image/webp,*/*' }])
      assert.ok((await (await fetch(address, { headers })).json()).error.code);
  }
  const { status, body } = await call(`${kinora.url}/v1/nope`, { headers: { accept: 'text/html' } });
  assert.deepEqual([status, body.error.code], [404, 'route_unknown'], 'an interface answers programs');
});

test('an invalid Host header cannot inject HTML into the page', async () => {
  const { request } = await import('node:http');
  const page = await new Promise<string>((resolve, reject) => {
    const { hostname, port } = new URL(kinora.url);
    const pageRequest = request(
      { hostname, port, path: '/', headers: { host: 'a"><script>alert(1)</script>' } },
      response => {
        let body = '';
        response.on('data', chunk => (body += chunk)).on('end', () => resolve(body));
      },
    );
    pageRequest.on('error', reject).end();
  });
  assert.ok(!page.includes('<script>'));
});

test('forwarded addresses count only from trusted proxies, and configured URLs take precedence', async () => {
  const headers = { 'x-forwarded-host': 'art.example', 'x-forwarded-proto': 'https' };
  const imageUrl = async (app: TestApp) => {
    const { id } = await imageEnd(app, await imagine(app, 'a --v 1'));
    return (await call(`${app.url}/mj/task/${id}/fetch`, { key: app.imageKey, headers })).body
      .imageUrl as string;
  };
  assert.ok((await imageUrl(kinora)).startsWith(kinora.url));
  const options = { engines: [scriptedEngine(kinora.scriptedServer.url)], cards: scriptedCards };
  const proxiedApp = await startTestApp({ ...options, settings: { KINORA_TRUSTED_PROXIES: '127.0.0.0/8' } });
  assert.ok((await imageUrl(proxiedApp)).startsWith('https://art.example/media/'));
  const fixedApp = await startTestApp({
    ...options,
    settings: {
      KINORA_DIRECT_BASE_URL: 'https://cdn.example/kinora/',
      KINORA_BASE_URL: 'https://api.example',
    },
  });
  assert.ok((await imageUrl(fixedApp)).startsWith('https://cdn.example/kinora/media/'));
});
