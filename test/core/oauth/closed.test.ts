/** `KINORA_OAUTH=false`: no program can ask for a token, and nothing says that one could. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { signedIn } from '../../support/clients/console-client.ts';
import { call, startTestApp, type TestApp } from '../../support/servers/app.ts';

let kinora: TestApp;

before(async () => {
  kinora = await startTestApp({ settings: { KINORA_OAUTH: 'false' } });
});

test('no route of OAuth exists, also not for a signed-in user', async () => {
  const user = await signedIn(kinora, 'member');
  const missingRoutes = [
    'GET /.well-known/oauth-authorization-server',
    'GET /.well-known/oauth-protected-resource',
    'GET /.well-known/oauth-protected-resource/mcp',
    'GET /oauth/authorize',
    'POST /oauth/register',
    'POST /oauth/token',
    'POST /oauth/revoke',
    'GET /api/oauth.request?client_id=x',
    'POST /api/oauth.consent',
  ];
  for (const name of missingRoutes) {
    const [method = '', path = ''] = name.split(' ');
    const headers = { cookie: user.cookie };
    const { status } = await call(`${kinora.url}${path}`, {
      method,
      headers,
      ...(method === 'POST' && { json: {} }),
    });
    assert.equal(status, 404, name);
  }
  const { body } = await call(`${kinora.url}/openapi.json`);
  assert.deepEqual(
    Object.keys(body.paths).filter(path => path.includes('oauth')),
    [],
  );
});

test('/mcp refuses a caller without a key without naming metadata, and answers one with a key', async () => {
  const rejection = await call(`${kinora.url}/mcp`, { method: 'POST', json: {} });
  assert.equal(rejection.status, 401);
  assert.equal(rejection.headers.get('www-authenticate'), 'Bearer');
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
  const { status, body } = await call(`${kinora.url}/mcp`, {
    key: kinora.imageKey,
    json: message,
    headers: { accept: 'application/json, text/event-stream' },
  });
  assert.equal(status, 200);
  assert.match(JSON.stringify(body), /generate_image/);
});
