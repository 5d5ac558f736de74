/** Signing in with a real OpenID Connect provider: who is admitted, as which user, and who is rejected. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { call, startTestApp, type TestApp } from '../../support/servers/app.ts';
import { signedIn } from '../../support/clients/console-client.ts';
import {
  clientId,
  clientSecret,
  startProvider,
  walkingBrowser,
  type TestProvider,
  type WalkingBrowser,
} from '../../support/setups/open-id-provider.ts';

let provider: TestProvider;
/** `closed` admits existing users only, `open` admits everyone. */
let closed: TestApp;
let open: TestApp;

const settings = (issuer: string) => ({
  KINORA_OPENID_ISSUER: issuer,
  KINORA_OPENID_CLIENT_ID: clientId,
  KINORA_OPENID_CLIENT_SECRET: clientSecret,
});
const callbackUrl = ({ url }: TestApp) => `${url}/api/session.openid-callback`;
const isCallback = ({ pathname }: URL) => pathname === '/api/session.openid-callback';

before(async () => {
  provider = await startProvider();
  closed = await startTestApp({ settings: settings(provider.url) });
  open = await startTestApp({ settings: { ...settings(provider.url), KINORA_OPENID_ACCOUNT: 'Everybody' } });
  await sql(open, `insert into accounts (id, name) values (gen_random_uuid(), 'Everybody')`);
});

const sql = async ({ app }: TestApp, text: string, values: unknown[] = []) =>
  (await app.db.pool.query(text, values)).rows;
const readAudit = (kinora: TestApp, email: string) =>
  sql(kinora, 'select action, address, after from audit where actor = $1 order by id', [email]);

let subjects = 0;
function person(email: string, claims: object = {}): string {
  const subject = `subject-${++subjects}`;
  provider.people.set(subject, { email, email_verified: true, name: 'Ann', ...claims });
  return subject;
}

/** Signs in with a separate browser, from the Console's button to the last redirect. */
async function signIn(kinora: TestApp, loginName: string, browser: WalkingBrowser = walkingBrowser()) {
  const end = await browser.walk(`${kinora.url}/api/session.openid`, loginName);
  const cookie = `kinora_session=${browser.cookies.get('kinora_session')}`;
  const { body } = await call(`${kinora.url}/api/session`, { headers: { cookie } });
  return { end, code: end.body?.error?.code, user: body.user };
}

test('the server starts while the provider is down, and reports it until it is back', async () => {
  const rejection = await signIn(closed, 'nobody');
  assert.deepEqual([rejection.end.status, rejection.code], [502, 'provider_unavailable']);
  const nowhere = await startTestApp({ settings: settings('http://127.0.0.1:9') });
  assert.equal((await signIn(nowhere, 'nobody')).code, 'provider_unavailable');
  const none = await startTestApp();
  assert.deepEqual((await signIn(none, 'nobody')).end.status, 501);
  assert.equal((await call(callbackUrl(none))).body.error.code, 'not_offered');

  provider.open([callbackUrl(closed), callbackUrl(open)]);
  const member = await signedIn(closed, 'member');
  const subject = person(member.email);
  const browser = walkingBrowser();
  const { url } = await browser.walk(`${closed.url}/api/session.openid`, subject, isCallback);
  provider.setAway(true);
  const half = await browser.walk(url, subject);
  provider.setAway(false);
  assert.deepEqual([half.status, half.body.error.code], [502, 'provider_unavailable']);
  assert.equal((await signIn(closed, subject)).user.email, member.email);
});

test('a user signs in at the provider and remains the same user when the email changes there', async () => {
  const { email, accountId } = await signedIn(closed, 'owner');
  const subject = person(email.toUpperCase());
  const { end, user } = await signIn(closed, subject);
  assert.equal(end.url, `${closed.url}/console`);
  assert.deepEqual([user.email, user.role, user.account], [email, 'owner', accountId]);

  provider.people.set(subject, { email: 'married@example.com', email_verified: false });
  assert.equal((await signIn(closed, subject)).user.email, email);
  const entries = (await readAudit(closed, email)).filter(({ action }) => action === 'identity link');
  assert.deepEqual(entries, [
    { action: 'identity link', address: '127.0.0.1', after: { issuer: provider.url, subject } },
  ]);
  const another = await signIn(closed, person(email));
  assert.equal(another.user.id, user.id, 'a user may have several identities');
});

test('a new user joins as a member if that is enabled, and is rejected otherwise', async () => {
  const subject = person('new@example.com', { name: `  ${'Ada '.repeat(40)}` });
  const rejection = await signIn(closed, subject);
  assert.deepEqual(
    [rejection.end.status, rejection.code, rejection.user],
    [403, 'identity_unknown', undefined],
  );
  assert.deepEqual(await sql(closed, `select from users where email = 'new@example.com'`), []);

  const [first, second] = await Promise.all([signIn(open, subject), signIn(open, subject)]);
  assert.equal(first.user?.id, second.user?.id, 'two concurrent sign-ins create one user');
  const [account] = await sql(open, `select id from accounts where name = 'Everybody'`);
  const { role, account: joined, has_password: hasPassword, name } = first.user;
  assert.deepEqual([role, joined, hasPassword], ['member', account.id, false]);
  assert.ok(name.startsWith('Ada Ada') && name.length <= 100);
  assert.deepEqual(
    (await readAudit(open, 'new@example.com')).map(({ action }) => action),
    ['user join', 'identity link'],
  );
  const unnamedSignIn = await signIn(open, person('unnamed@example.com', { name: undefined }));
  assert.equal(unnamedSignIn.user.name, 'unnamed@example.com');

  await sql(open, `update accounts set name = 'Renamed' where name = 'Everybody'`);
  assert.equal((await signIn(open, person('late@example.com'))).code, 'account_unknown');
  await sql(open, `update accounts set name = 'Everybody' where name = 'Renamed'`);
});

test('a user returns to the page they asked for, and errors are shown on the sign-in page', async () => {
  const { email } = await signedIn(closed, 'member');
  const at = (path: string) => call(`${closed.url}/api/session.openid${path}`);
  const browser = walkingBrowser();
  const url = `${closed.url}/api/session.openid?next=%2Ftasks%3Fstate%3Dfailed`;
  const isConsole = ({ pathname }: URL) => pathname.startsWith('/console');
  const end = await browser.walk(url, person(email), isConsole);
  assert.equal(end.url, `${closed.url}/console/tasks?state=failed`);
  for (const next of ['//evil.example', 'https://evil.example', '/\\evil.example', '/a%0d%0ab'])
    assert.equal((await at(`?next=${encodeURIComponent(next)}`)).status, 400, next);
  const headers = { accept: 'text/html,*/*' };
  const response = await fetch(callbackUrl(closed), { headers, redirect: 'manual' });
  assert.equal(response.headers.get('location'), `${closed.url}/console/sign-in?problem=challenge_unknown`);
});

test('an email that the provider has not verified grants no access', async () => {
  const { email } = await signedIn(open, 'owner');
  for (const claims of [
    { email_verified: false },
    { email_verified: undefined },
    { email_verified: 'true' },
    { email: undefined },
    { email: 'no address' },
  ]) {
    const { end, code, user } = await signIn(open, person(email, claims));
    const claimsJson = JSON.stringify(claims);
    assert.deepEqual([end.status, code, user], [403, 'email_unverified', undefined], claimsJson);
  }
  assert.equal(
    (await signIn(open, person('x@example.com', { email_verified: false }))).code,
    'email_unverified',
  );
  assert.deepEqual(await sql(open, `select from users where email = 'x@example.com'`), []);
});

test('a disabled user cannot sign in, linked or not', async () => {
  const [member, operator] = [await signedIn(closed, 'member'), await signedIn(closed, 'operator')];
  const [linkedSubject, freshSubject] = [person(member.email), person(member.email)];
  assert.equal((await signIn(closed, linkedSubject)).user.email, member.email);
  await operator.run('user disable', { user: member.email });
  for (const subject of [linkedSubject, freshSubject])
    assert.equal((await signIn(closed, subject)).code, 'user_disabled');
  const links = await sql(closed, 'select from identities where subject = $1', [freshSubject]);
  assert.deepEqual(links, [], 'the identity is not linked');
});

test('the callback works once, before it expires, and only in the browser that started the sign-in', async () => {
  const { email } = await signedIn(closed, 'member');
  const subject = person(email);
  const leave = async () => {
    const browser = walkingBrowser();
    const { url } = await browser.walk(`${closed.url}/api/session.openid`, subject, isCallback);
    return { browser, url, cookie: browser.cookies.get('kinora_open_id') ?? '' };
  };
  const comeBack = async (browser: WalkingBrowser, url: string) => {
    const { body } = await browser.walk(url, subject);
    return [body?.error?.code, browser.cookies.has('kinora_session')];
  };
  const alter = (url: string, change: (query: URLSearchParams) => void) => {
    const changedUrl = new URL(url);
    change(changedUrl.searchParams);
    return changedUrl.href;
  };

  const mine = await leave();
  assert.deepEqual(
    await comeBack(walkingBrowser(), mine.url),
    ['challenge_unknown', false],
    'without a cookie',
  );
  const theirs = await leave();
  assert.deepEqual(
    await comeBack(theirs.browser, mine.url),
    ['provider_refused', false],
    'with a planted cookie',
  );
  assert.deepEqual(await comeBack(mine.browser, mine.url), [undefined, true], 'with the right cookie');
  mine.browser.cookies.set('kinora_open_id', mine.cookie);
  mine.browser.cookies.delete('kinora_session');
  assert.deepEqual(
    await comeBack(mine.browser, mine.url),
    ['challenge_unknown', false],
    'a replayed callback',
  );

  for (const change of [
    (query: URLSearchParams) => query.set('state', 'x'),
    (query: URLSearchParams) => query.delete('state'),
    (query: URLSearchParams) => query.append('state', query.get('state') ?? ''),
    (query: URLSearchParams) => query.set('code', 'x'),
    (query: URLSearchParams) => query.delete('code'),
    (query: URLSearchParams) => query.set('iss', 'https://evil.example'),
  ]) {
    const { browser, url } = await leave();
    assert.deepEqual(await comeBack(browser, alter(url, change)), ['provider_refused', false], `${change}`);
    assert.deepEqual(await comeBack(browser, url), ['challenge_unknown', false], 'the challenge is used up');
  }

  for (const spoil of [
    `update challenges set data = data || '{"nonce": "x"}' where id = $1`,
    `update challenges set data = data || '{"verifier": "x"}' where id = $1`,
  ]) {
    const { browser, url, cookie } = await leave();
    await sql(closed, spoil, [cookie]);
    assert.deepEqual(await comeBack(browser, url), ['provider_refused', false], spoil);
  }
  const late = await leave();
  await sql(closed, `update challenges set expires_at = now() - interval '1 second' where id = $1`, [
    late.cookie,
  ]);
  assert.deepEqual(
    await comeBack(late.browser, late.url),
    ['challenge_unknown', false],
    'after the challenge expired',
  );
});

test('cancelling at the provider shows an error, and the sign-in cookie is short-lived and HttpOnly', async () => {
  const response = await fetch(`${closed.url}/api/session.openid`, { redirect: 'manual' });
  assert.equal(response.status, 302);
  assert.match(
    response.headers.get('set-cookie') ?? '',
    /^kinora_open_id=[\da-f-]{36}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=300$/,
  );
  const authorizationQuery = new URL(response.headers.get('location') ?? '').searchParams;
  assert.equal(authorizationQuery.get('code_challenge_method'), 'S256');
  const state = authorizationQuery.get('state') ?? '';
  const cookie = (response.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  const query = new URLSearchParams({ error: 'access_denied', state, iss: provider.url });
  const { status, body } = await call(`${callbackUrl(closed)}?${query}`, { headers: { cookie } });
  assert.deepEqual([status, body.error.code], [401, 'provider_refused']);
  assert.match(body.error.message, /access_denied/);
});
