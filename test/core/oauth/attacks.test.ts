/**
 * OAuth as an attacker sees it: other addresses, other clients, stolen codes and refresh tokens, pages of
 * other sites, metadata documents inside the network, and floods. Nothing here may give anybody a token that
 * a user did not grant, or keep one that was stolen.
 * @NOTE length: it is one list of attacks.
 */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type * as oauth from 'openid-client';
import { signedIn, type ConsoleClient } from '../../support/clients/console-client.ts';
import {
  allow,
  buildAuthorization,
  callback,
  limits,
  redeem,
  registerProgram,
  type AuthorizationRequest,
} from '../../support/clients/oauth-program.ts';
import { call, startTestApp, type TestApp } from '../../support/servers/app.ts';

let kinora: TestApp;
let user: ConsoleClient & { readonly email: string };
let program: oauth.Configuration;

before(async () => {
  kinora = await startTestApp();
  user = await signedIn(kinora, 'owner');
  program = await registerProgram(kinora);
});

const clientId = (configuration = program) => configuration.clientMetadata().client_id;
const isAccepted = async (key: string) => (await call(`${kinora.url}/v1/models`, { key })).status === 200;

function post(
  path: string,
  form: Readonly<Record<string, string>> | string,
  type = 'application/x-www-form-urlencoded',
) {
  const body = Buffer.from(typeof form === 'string' ? form : String(new URLSearchParams(form)));
  return call(`${kinora.url}${path}`, { method: 'POST', headers: { 'content-type': type }, body });
}

/** The form that exchanges a code that the user granted. */
async function grantForm(
  request: AuthorizationRequest,
  configuration = program,
): Promise<Record<string, string>> {
  const { status, body } = await allow(user, request.address);
  assert.equal(status, 200, JSON.stringify(body));
  const code = new URL(body.location).searchParams.get('code') ?? '';
  return {
    grant_type: 'authorization_code',
    client_id: clientId(configuration),
    code,
    code_verifier: request.verifier,
    redirect_uri: callback,
  };
}

async function changedAddress(parameters: Readonly<Record<string, string | undefined>>): Promise<URL> {
  const { address } = await buildAuthorization(program);
  for (const [name, value] of Object.entries(parameters))
    if (value === undefined) address.searchParams.delete(name);
    else address.searchParams.set(name, value);
  return address;
}

test('an address that the program did not register gets nothing, and nobody is sent to it', async () => {
  for (const uri of [
    'https://evil.example/cb',
    `${callback}/../evil`,
    `${callback}?x=1`,
    'javascript:alert(1)',
    '//evil.example',
  ]) {
    const address = await changedAddress({ redirect_uri: uri });
    const response = await fetch(address, { redirect: 'manual' });
    assert.ok(response.headers.get('location')?.startsWith(`${kinora.url}/console/authorize?`), uri);
    const question = await user.get(`/api/oauth.request${address.search}`);
    assert.deepEqual([question.status, question.body.error.code], [400, 'oauth_redirect_unknown'], uri);
    const answer = await allow(user, address);
    assert.deepEqual([answer.status, answer.body.error.code], [400, 'oauth_redirect_unknown'], uri);
  }
});

test('addresses that a browser would run or that are not encrypted cannot be registered', async () => {
  for (const uri of [
    'javascript:alert(1)',
    'data:text/html,x',
    'http://evil.example/cb',
    'https://a@b.example/',
    'file:///x',
  ]) {
    const { status, body } = await call(`${kinora.url}/oauth/register`, {
      method: 'POST',
      json: { client_name: 'x', redirect_uris: [uri] },
    });
    assert.deepEqual([status, body.error], [400, 'invalid_redirect_uri'], uri);
  }
  const none = await call(`${kinora.url}/oauth/register`, { method: 'POST', json: { redirect_uris: [] } });
  assert.deepEqual([none.status, none.body.error], [400, 'invalid_redirect_uri']);
});

test('responses name this server, so that a program can tell whose they are (RFC 9207)', async () => {
  const request = await buildAuthorization(program);
  const { body } = await allow(user, request.address);
  assert.equal(new URL(body.location).searchParams.get('iss'), program.serverMetadata().issuer);
  assert.equal(program.serverMetadata().authorization_response_iss_parameter_supported, true);
  const mixedUp = new URL(body.location);
  mixedUp.searchParams.set('iss', 'https://evil.example');
  await assert.rejects(redeem(request, mixedUp.href), ({ cause }: Error) => /"iss"/.test(String(cause)));
  const { body: question } = await user.get(`/api/oauth.request${request.address.search}`);
  const refusal = new URL(question.refusal).searchParams;
  assert.deepEqual(
    [refusal.get('error'), refusal.get('iss'), refusal.get('state')],
    ['access_denied', program.serverMetadata().issuer, request.state],
  );
});

test('a token is for this server only: other resources are refused, and keys of other servers are unknown', async () => {
  const foreign = await changedAddress({ resource: 'https://other.example/mcp' });
  const question = await user.get(`/api/oauth.request${foreign.search}`);
  assert.match(question.body.problem, /other\.example/);
  assert.equal(new URL(question.body.refusal).searchParams.get('error'), 'invalid_target');
  assert.equal((await allow(user, foreign)).body.error.code, 'oauth_resource_unknown');
  const form = await grantForm(await buildAuthorization(program));
  const rejection = await post('/oauth/token', { ...form, resource: 'https://other.example/mcp' });
  assert.deepEqual([rejection.status, rejection.body.error], [400, 'invalid_target']);
  const acceptedAnswer = await post('/oauth/token', {
    ...form,
    resource: `${kinora.url.toUpperCase()}/mcp`.replace('/MCP', '/mcp'),
  });
  assert.equal(acceptedAnswer.status, 200, JSON.stringify(acceptedAnswer.body));
  assert.equal(await isAccepted('eyJhbGciOiJSUzI1NiJ9.eyJpc3MiOiJodHRwczovL290aGVyIn0.c2ln'), false);
});

test('a code that is used a second time revokes what it was exchanged for', async () => {
  const form = await grantForm(await buildAuthorization(program));
  const first = await post('/oauth/token', form);
  assert.equal(first.status, 200);
  assert.ok(await isAccepted(first.body.access_token));
  const second = await post('/oauth/token', form);
  assert.deepEqual([second.status, second.body.error], [400, 'invalid_grant']);
  assert.equal(await isAccepted(first.body.access_token), false);
  const refresh = await post('/oauth/token', {
    grant_type: 'refresh_token',
    client_id: clientId(),
    refresh_token: first.body.refresh_token,
  });
  assert.equal(refresh.body.error, 'invalid_grant');
  const [entry] = await user.done('audit list', { action: 'oauth reuse' });
  assert.equal(entry.after.client, clientId());
});

test('a used code revokes nothing for who cannot prove to be its client', async () => {
  const form = await grantForm(await buildAuthorization(program));
  const { access_token: key } = (await post('/oauth/token', form)).body;
  const other = await registerProgram(kinora, { client_name: 'Other' });
  const unprovenFields: Record<string, string>[] = [
    { code_verifier: 'x'.repeat(43) },
    { client_id: clientId(other) },
    { redirect_uri: 'http://127.0.0.1:7778/callback' },
  ];
  for (const field of unprovenFields) {
    const { status, body } = await post('/oauth/token', { ...form, ...field });
    assert.deepEqual([status, body.error], [400, 'invalid_grant']);
    assert.ok(await isAccepted(key));
  }
});

test('simultaneous exchanges of one code issue one token, which is revoked', async () => {
  const form = await grantForm(await buildAuthorization(program));
  const answers = await Promise.all(Array.from({ length: 5 }, () => post('/oauth/token', form)));
  const [issuedAnswer, ...more] = answers.filter(({ status }) => status === 200);
  assert.deepEqual([more.length, answers.filter(({ status }) => status === 400).length], [0, 4]);
  assert.equal(await isAccepted(issuedAnswer?.body.access_token), false);
});

test('a code belongs to its client, its address and its verifier, and lives for a minute', async () => {
  const other = await registerProgram(kinora, { client_name: 'Other' });
  const form = await grantForm(await buildAuthorization(program));
  const wrong: Record<string, Record<string, string>> = {
    client: { client_id: clientId(other) },
    address: { redirect_uri: 'http://127.0.0.1:7778/callback' },
    verifier: { code_verifier: 'x'.repeat(43) },
    code: { code: `${form['code']}x` },
  };
  for (const [name, field] of Object.entries(wrong)) {
    const { status, body } = await post('/oauth/token', { ...form, ...field });
    assert.deepEqual([status, body.error], [400, 'invalid_grant'], name);
  }
  const late = await grantForm(await buildAuthorization(program));
  await kinora.app.db.pool.query(`update oauth_codes set expires_at = now() where token_id is null`);
  assert.equal((await post('/oauth/token', late)).body.error, 'invalid_grant');
  assert.equal((await post('/oauth/token', form)).body.error, 'invalid_grant');
});

test('PKCE cannot be left out or weakened', async () => {
  const weak = {
    'no challenge': { code_challenge: undefined },
    'no method': { code_challenge_method: undefined },
    plain: { code_challenge_method: 'plain' },
    short: { code_challenge: 'x' },
  };
  for (const [name, parameters] of Object.entries(weak)) {
    const address = await changedAddress(parameters);
    const question = await user.get(`/api/oauth.request${address.search}`);
    assert.match(question.body.problem ?? '', /code_challenge/, name);
    assert.equal(new URL(question.body.refusal).searchParams.get('error'), 'invalid_request', name);
    assert.equal((await allow(user, address)).status, 400, name);
  }
  const form = await grantForm(await buildAuthorization(program));
  const { code_verifier: _, ...without } = form;
  for (const one of [without, { ...form, code_verifier: '' }, { ...form, code_verifier: 'x' }])
    assert.equal((await post('/oauth/token', one)).body.error, 'invalid_request');
  const implicit = await changedAddress({ response_type: 'token' });
  const { body } = await user.get(`/api/oauth.request${implicit.search}`);
  assert.equal(new URL(body.refusal).searchParams.get('error'), 'unsupported_response_type');
});

test('a refresh token that was just replaced has the same response again, and any other use of it revokes the token', async () => {
  const refreshWith = (refresh_token: string) =>
    post('/oauth/token', { grant_type: 'refresh_token', client_id: clientId(), refresh_token });
  const first = (await post('/oauth/token', await grantForm(await buildAuthorization(program)))).body;
  const listKeys = ({ body }: { body: any }) => [body.access_token, body.refresh_token];
  const lostAnswer = await refreshWith(first.refresh_token);
  const secondAnswer = await refreshWith(first.refresh_token);
  assert.deepEqual(
    listKeys(secondAnswer),
    listKeys(lostAnswer),
    'the response was lost, or two processes share the token',
  );
  assert.ok(await isAccepted(secondAnswer.body.access_token));
  const concurrentAnswers = await Promise.all(
    [1, 2, 3].map(() => refreshWith(secondAnswer.body.refresh_token)),
  );
  assert.deepEqual(concurrentAnswers.map(listKeys), Array(3).fill(listKeys(concurrentAnswers[0] as never)));
  assert.ok(await isAccepted(concurrentAnswers[0]?.body.access_token));
  const replay = await refreshWith(first.refresh_token);
  assert.deepEqual([replay.status, replay.body.error], [400, 'invalid_grant']);
  assert.equal(await isAccepted(concurrentAnswers[0]?.body.access_token), false);
  assert.equal((await refreshWith(concurrentAnswers[0]?.body.refresh_token)).body.error, 'invalid_grant');

  const stolen = (await post('/oauth/token', await grantForm(await buildAuthorization(program)))).body;
  const second = (await refreshWith(stolen.refresh_token)).body;
  const third = (await refreshWith(second.refresh_token)).body;
  assert.ok(await isAccepted(third.access_token));
  assert.equal((await refreshWith(stolen.refresh_token)).body.error, 'invalid_grant');
  assert.equal(await isAccepted(third.access_token), false);

  const old = (await post('/oauth/token', await grantForm(await buildAuthorization(program)))).body;
  const next = (await refreshWith(old.refresh_token)).body;
  await kinora.app.db.pool.query('update oauth_grants set previous_until = now()');
  assert.equal((await refreshWith(old.refresh_token)).body.error, 'invalid_grant');
  assert.equal(await isAccepted(next.access_token), false, 'after a minute it is a replay');
});

test('a refresh token belongs to its client, and guesses at one revoke nothing', async () => {
  const other = await registerProgram(kinora, { client_name: 'Other' });
  const tokens = (await post('/oauth/token', await grantForm(await buildAuthorization(program)))).body;
  const attempts = [
    { client_id: clientId(other), refresh_token: tokens.refresh_token },
    { client_id: clientId(), refresh_token: `kr_${'a'.repeat(64)}` },
    { client_id: clientId(), refresh_token: tokens.access_token },
    { client_id: clientId(), refresh_token: 'x' },
  ];
  for (const form of attempts) {
    const { body } = await post('/oauth/token', { grant_type: 'refresh_token', ...form });
    assert.equal(body.error, 'invalid_grant');
  }
  const revoked = await post('/oauth/revoke', { client_id: clientId(other), token: tokens.refresh_token });
  assert.equal(revoked.status, 200);
  assert.ok(await isAccepted(tokens.access_token));
});

test('a program can revoke its own token only, and no ordinary key', async () => {
  const tokens = (await post('/oauth/token', await grantForm(await buildAuthorization(program)))).body;
  assert.equal((await post('/oauth/revoke', { client_id: clientId(), token: kinora.imageKey })).status, 200);
  assert.ok(await isAccepted(kinora.imageKey));
  for (const token of [tokens.access_token, tokens.refresh_token, 'unknown'])
    assert.equal((await post('/oauth/revoke', { client_id: clientId(), token })).status, 200);
  assert.equal(await isAccepted(tokens.access_token), false);
});

test('keys of programs expire after an hour, and end with the access that the user granted', async () => {
  const { db } = kinora.app;
  const tokens = (await post('/oauth/token', await grantForm(await buildAuthorization(program)))).body;
  const listedTokens = await user.done('token list');
  const { id } = listedTokens.findLast((one: any) => one.client?.id === clientId());
  await db.pool.query('update tokens set key_until = now() where id = $1', [id]);
  assert.equal(await isAccepted(tokens.access_token), false);
  const form = { grant_type: 'refresh_token', client_id: clientId(), refresh_token: tokens.refresh_token };
  const next = (await post('/oauth/token', form)).body;
  assert.ok(await isAccepted(next.access_token));
  await db.pool.query('update tokens set expires_at = now() where id = $1', [id]);
  const late = await post('/oauth/token', { ...form, refresh_token: next.refresh_token });
  assert.equal(late.body.error, 'invalid_grant');
  const rotation = await user.run('token rotate', { token: id });
  assert.deepEqual([rotation.status, rotation.body.error.code], [409, 'token_of_client']);
});

test('nothing is granted without a session, by a page of another site, or for a user who was not asked', async () => {
  const { address } = await buildAuthorization(program);
  const request = Object.fromEntries(address.searchParams);
  const me = (await user.get('/api/session')).body.user.id;
  const body = { request, user: me, ...limits };
  const send = (headers: Record<string, string>, json: unknown = body) =>
    call(`${kinora.url}/api/oauth.consent`, { method: 'POST', headers, json });
  assert.equal((await send({})).status, 401);
  assert.equal((await send({ authorization: `Bearer ${kinora.imageKey}` })).status, 401);
  assert.equal((await call(`${kinora.url}/api/oauth.request${address.search}`)).status, 401);
  const { cookie } = user;
  assert.equal((await send({ cookie, 'sec-fetch-site': 'cross-site' })).status, 403);
  assert.equal((await send({ cookie, 'sec-fetch-site': 'same-site' })).status, 403);
  assert.equal((await send({ cookie, origin: 'https://evil.example' })).status, 403);
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=b']) {
    const response = await call(`${kinora.url}/api/oauth.consent`, {
      method: 'POST',
      headers: { cookie, 'content-type': type },
      body: Buffer.from(JSON.stringify(body)),
    });
    assert.equal(response.status, 415, type);
  }
  const other = await signedIn(kinora, 'member');
  const asOther = await send({ cookie: other.cookie });
  assert.deepEqual([asOther.status, asOther.body.error.param], [400, 'user']);
  assert.equal((await send({ cookie })).status, 200);
  assert.equal(
    (await call(`${kinora.url}/oauth/authorize${address.search}`, { method: 'POST', headers: { cookie } }))
      .status,
    405,
  );
});

test('the page of the question cannot be framed and loads nothing from elsewhere', async () => {
  const { address } = await buildAuthorization(program);
  const page = await fetch(address, { redirect: 'follow' });
  assert.equal(page.status, 200);
  const policy = page.headers.get('content-security-policy') ?? '';
  for (const rule of ["frame-ancestors 'none'", "script-src 'self'", "default-src 'none'"])
    assert.ok(policy.includes(rule), rule);
  assert.equal(page.headers.get('referrer-policy'), 'no-referrer');
});

test('a program needs a cap and an end, and gets only groups that the account may use', async () => {
  const operator = await signedIn(kinora, 'operator');
  await operator.done('group create', { group: 'secret', kind: 'image', models: 'sketch' });
  await operator.done('group change', { group: 'secret', open: false });
  const { address } = await buildAuthorization(program);
  const incompleteChoices: Record<string, object> = {
    cap_total: { group: 'image', expires: '30d' },
    expires: { group: 'image', cap_total: '5' },
    group: { ...limits, group: 'secret' },
  };
  for (const [param, fields] of Object.entries(incompleteChoices)) {
    const { status, body } = await allow(user, address, fields);
    assert.deepEqual([status, body.error.param], [400, param]);
  }
  const past = await allow(user, address, { ...limits, expires: '2020-01-01T00:00:00Z' });
  assert.deepEqual([past.status, past.body.error.param], [400, 'expires']);
});

test('a user who is disabled meanwhile grants nothing, and their programs get no new keys', async () => {
  const operator = await signedIn(kinora, 'operator');
  const disabledUser = await signedIn(kinora, 'member');
  const request = await buildAuthorization(program);
  const used = await allow(disabledUser, (await buildAuthorization(program)).address);
  assert.equal(used.status, 200);
  const first = await allow(disabledUser, request.address);
  const tokens = await redeem(request, first.body.location);
  const pending = await buildAuthorization(program);
  const waiting = await allow(disabledUser, pending.address);
  await operator.done('user disable', { user: disabledUser.email });
  await assert.rejects(redeem(pending, waiting.body.location));
  const form = {
    grant_type: 'refresh_token',
    client_id: clientId(),
    refresh_token: tokens.refresh_token ?? '',
  };
  assert.equal((await post('/oauth/token', form)).body.error, 'invalid_grant');
});

test('metadata documents inside the network, and ids that are no address of one, are refused', async () => {
  const ids = [
    'https://127.0.0.1/client.json',
    'https://127.0.0.1:8443/client.json',
    'https://[::1]/client.json',
    'https://localhost/client.json',
    'https://169.254.169.254/latest/meta-data',
    'https://10.0.0.1/client.json',
    'https://example.com',
    'https://example.com/',
    'https://example.com/a/../client.json',
    'https://example.com/client.json#x',
    'https://user@example.com/client.json',
    'HTTPS://example.com/client.json',
  ];
  for (const id of ids) {
    const address = await changedAddress({ client_id: id });
    const { status, body } = await user.get(`/api/oauth.request${address.search}`);
    assert.deepEqual([status, body.error?.code], [400, 'oauth_document_unusable'], id);
  }
  for (const id of [
    'http://example.com/client.json',
    'kc_unknown',
    "kc_' or 1=1 --",
    'ftp://example.com/x',
  ]) {
    const address = await changedAddress({ client_id: id });
    const { body } = await user.get(`/api/oauth.request${address.search}`);
    assert.equal(body.error?.code, 'oauth_client_unknown', id);
  }
});

test('large and malformed requests are refused with an error of the standard', async () => {
  const long = await call(`${kinora.url}/oauth/register`, {
    method: 'POST',
    json: { client_name: 'x'.repeat(5000), redirect_uris: [callback] },
  });
  assert.equal(long.status, 413);
  const manyAddressesAnswer = await call(`${kinora.url}/oauth/register`, {
    method: 'POST',
    json: { redirect_uris: Array.from({ length: 21 }, (_, index) => `${callback}/${index}`) },
  });
  assert.equal(manyAddressesAnswer.body.error, 'invalid_redirect_uri');
  const query = await call(`${kinora.url}/oauth/authorize?state=${'x'.repeat(7000)}`);
  assert.deepEqual([query.status, query.body.error], [400, 'invalid_request']);
  assert.equal((await post('/oauth/token', `grant_type=x&code=${'x'.repeat(20_000)}`)).status, 413);
  const odd: readonly (readonly [form: string, type?: string])[] = [
    [''],
    ['grant_type=authorization_code'],
    ['grant_type=authorization_code&grant_type=refresh_token&client_id=x'],
    ['client_id=%00&grant_type=refresh_token&refresh_token=x'],
    ['{"grant_type":"authorization_code"}', 'application/json'],
    ['%E0%A4%A&client_id=%ff', 'application/x-www-form-urlencoded'],
  ];
  for (const [form, type] of odd) {
    const { status, body } = await post('/oauth/token', form, type);
    assert.deepEqual([status, body.error], [400, 'invalid_request'], form);
    assert.match(body.error_description, /^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/);
  }
  const password = await post('/oauth/token', {
    grant_type: 'password',
    client_id: clientId(),
    username: 'a',
  });
  assert.equal(password.body.error, 'unsupported_grant_type');
});

test('the name of a program is shown on one line, without characters that hide or turn text', async () => {
  const name = '  Claude\u202e\u0000\n\u200bCode  ';
  const { body } = await call(`${kinora.url}/oauth/register`, {
    method: 'POST',
    json: { client_name: name.replace('\u0000', ''), redirect_uris: [callback] },
  });
  assert.equal(body.client_name, 'Claude Code');
  const registration = await call(`${kinora.url}/oauth/register`, {
    method: 'POST',
    json: { client_name: '\u200b', redirect_uris: ['https://agent.example/cb'] },
  });
  assert.equal(registration.body.client_name, 'agent.example');
});
