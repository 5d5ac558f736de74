/**
 * Any web page can make a browser send a POST with its cookies to this server without a preflight: as text,
 * as a form or without a type. On no route may such a request reach a handler that acts on a cookie.
 */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Route } from '../../../src/api/http/route.ts';
import { call, type TestApp } from '../../support/servers/app.ts';
import { signedIn, type ConsoleClient } from '../../support/clients/console-client.ts';
import { routeTable } from '../../support/requests/route-table.ts';
import { startScriptedApp } from '../../support/setups/scripted-app.ts';

let kinora: TestApp;
let operator: ConsoleClient;

before(async () => {
  kinora = await startScriptedApp();
  operator = await signedIn(kinora, 'operator');
});

const changing = routeTable().filter(({ method }) => method === 'POST' || method === 'DELETE');
/** `undefined` stands for a body without a type, such as a Blob. */
const simpleTypes = [
  undefined,
  'text/plain',
  'text/plain;charset=UTF-8',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=b',
];
const multipart = '--b\r\nContent-Disposition: form-data; name="prompt"\r\n\r\na cat\r\n--b--\r\n';

function send(route: Route, type: string | undefined, more: Record<string, string> = {}) {
  const isForm = type?.startsWith('multipart') ?? false;
  return call(`${kinora.url}${route.path.replace(/:\w+/g, 'none')}`, {
    method: route.method,
    headers: { cookie: operator.cookie, ...(type !== undefined && { 'content-type': type }), ...more },
    // Bytes, so that fetch adds no type.
    body: Buffer.from(isForm ? multipart : '{"prompt":"a cat"}'),
  });
}

test('a cross-site request without a preflight reaches no handler by its cookie, on any route', async () => {
  const reachedRoutes: string[] = [];
  for (const route of changing) {
    // A route that reads raw bytes, or is one of OAuth, authenticates its callers by its URL or by
    // what they send. Both are wrong.
    const readsNoCookie = route.rawBodyBytes !== undefined || route.interfaceName === 'oauth';
    const rejectionStatuses = readsNoCookie ? [400, 404, 415] : [401, 403, 415];
    for (const type of simpleTypes) {
      const { status } = await send(route, type);
      if (!rejectionStatuses.includes(status))
        reachedRoutes.push(`${route.method} ${route.path} as ${type}: ${status}`);
    }
    // Before a DELETE to another origin, a browser sends a preflight, which is rejected.
    if (route.method === 'DELETE') continue;
    const { status } = await call(`${kinora.url}${route.path.replace(/:\w+/g, 'none')}`, {
      method: 'POST',
      headers: { cookie: operator.cookie },
    });
    if (!rejectionStatuses.includes(status))
      reachedRoutes.push(`${route.method} ${route.path} without a body: ${status}`);
  }
  assert.deepEqual(reachedRoutes, []);
  assert.equal((await operator.get('/api/session')).status, 200);
});

test('a session that names a token can send JSON or multipart, but not text', async () => {
  for (const [group, path] of [
    ['image', '/mj/submit/imagine'],
    ['video', '/v1/videos'],
  ] as const) {
    const { id } = await operator.done('token create', { group });
    const route = changing.find(one => one.path === path);
    assert.ok(route);
    for (const type of simpleTypes.slice(0, 4)) {
      const { status, body } = await send(route, type, { 'kinora-token': id });
      // The image interface reports it in the body.
      assert.equal(status, group === 'image' ? 200 : 415);
      assert.match(body.description ?? body.error.message, /Content-Type .* is not supported/);
    }
    const json = await send(route, 'application/json', { 'kinora-token': id });
    assert.ok(json.body.result ?? json.body.id, JSON.stringify(json.body));
  }
});

test('with a key, video submits must be JSON or multipart, and image submits may omit the JSON type', async () => {
  const ask = (path: string, key: string, type: string) =>
    call(`${kinora.url}${path}`, {
      method: 'POST',
      key,
      headers: { 'content-type': type },
      body: Buffer.from('{"prompt":"a cat --v 1"}'),
    });
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'text/html', 'application/xml']) {
    const { status, body } = await ask('/v1/videos', kinora.videoKey, type);
    assert.deepEqual([status, body.error.code], [415, 'media_type_unsupported'], type);
    assert.match(body.error.message, /application\/json, multipart\/form-data/);
  }
  for (const type of ['application/json; charset=utf-8', 'text/plain', 'application/x-www-form-urlencoded'])
    assert.equal((await ask('/mj/submit/imagine', kinora.imageKey, type)).body.result !== null, true, type);
  assert.equal((await ask('/mj/submit/imagine', kinora.imageKey, 'text/html')).body.code, 4);
});
