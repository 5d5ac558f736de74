/** Programs ask users for tokens (OAuth), over real HTTP, with a certified client. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import * as oauth from 'openid-client';
import { signedIn, type ConsoleClient } from '../../support/clients/console-client.ts';
import {
  allow,
  buildAuthorization,
  callback,
  mcpStatus,
  redeem,
  registerProgram,
} from '../../support/clients/oauth-program.ts';
import { call, startTestApp, type TestApp } from '../../support/servers/app.ts';

let kinora: TestApp;
let user: ConsoleClient;

before(async () => {
  kinora = await startTestApp();
  user = await signedIn(kinora, 'member');
});

test('a program registers, the user allows it, and it gets a token with the limits that the user chose', async () => {
  const configuration = await registerProgram(kinora);
  const request = await buildAuthorization(configuration, { resource: `${kinora.url}/mcp` });
  const response = await fetch(request.address, { redirect: 'manual' });
  assert.equal(response.status, 302);
  assert.equal(response.headers.get('location'), `${kinora.url}/console/authorize${request.address.search}`);
  const question = await user.get(`/api/oauth.request${request.address.search}`);
  assert.deepEqual(question.body.client.name, 'Test agent');
  assert.deepEqual(question.body.target, { kind: 'loopback', place: '127.0.0.1:7777' });
  const consent = await allow(user, request.address);
  assert.equal(consent.status, 200, JSON.stringify(consent.body));
  assert.ok(consent.body.location.startsWith(`${callback}?code=`));
  const tokens = await redeem(request, consent.body.location);
  assert.equal(tokens.expires_in, 3600);
  assert.equal(await mcpStatus(kinora, tokens.access_token), 200);
  const [token] = await user.done('token list');
  assert.deepEqual(token.client, { id: configuration.clientMetadata().client_id, name: 'Test agent' });
  assert.deepEqual(
    [token.group, token.cap_total, token.name, token.scope],
    ['image', '5.00', 'Test agent', 'own'],
  );
});

test('a key that is asked for a narrower place works there only, also at once after a wider one', async () => {
  const configuration = await registerProgram(kinora);
  const request = await buildAuthorization(configuration);
  const first = await redeem(request, (await allow(user, request.address)).body.location);
  const readStatus = async (key: string) => (await call(`${kinora.url}/v1/models`, { key })).status;
  assert.equal(await readStatus(first.access_token), 200);
  const narrow = { resource: `${kinora.url}/mcp` };
  const second = await oauth.refreshTokenGrant(configuration, first.refresh_token ?? '', narrow);
  assert.equal(await mcpStatus(kinora, second.access_token), 200);
  for (const { access_token: key } of [first, second]) assert.equal(await readStatus(key), 403);
  await assert.rejects(
    oauth.refreshTokenGrant(configuration, second.refresh_token ?? '', { resource: kinora.url }),
    { error: 'invalid_target' },
  );
});

test('a program gets new keys of the same token, and the user ends its access in the list of tokens', async () => {
  const configuration = await registerProgram(kinora);
  const request = await buildAuthorization(configuration);
  const { body } = await allow(user, request.address);
  const first = await redeem(request, body.location);
  const second = await oauth.refreshTokenGrant(configuration, first.refresh_token ?? '');
  assert.notEqual(second.access_token, first.access_token);
  const models = await call(`${kinora.url}/v1/models`, { key: second.access_token });
  assert.equal(models.status, 200);
  const tokens = await user.done('token list');
  const clientTokens = tokens.filter(
    (one: any) => one.client.id === configuration.clientMetadata().client_id,
  );
  assert.equal(clientTokens.length, 1);
  await user.done('token revoke', { token: clientTokens[0].id });
  assert.equal((await call(`${kinora.url}/v1/models`, { key: second.access_token })).status, 401);
  await assert.rejects(oauth.refreshTokenGrant(configuration, second.refresh_token ?? ''), {
    error: 'invalid_grant',
  });
});
