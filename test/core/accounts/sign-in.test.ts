/** How users join, sign in and sign out, and how everyone else is kept out. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { invite } from '../../../src/core/accounts/invitations.ts';
import { startTestApp, type TestApp, startTestAppOn } from '../../support/servers/app.ts';
import { consoleClient, password, signedIn } from '../../support/clients/console-client.ts';

let kinora: TestApp;

before(async () => {
  kinora = await startTestApp();
});

const sql = (text: string, values: unknown[] = []) => kinora.app.db.pool.query(text, values);

test('an invitation creates one user, once, and signs that user in', async () => {
  const { rows } = await sql('select id from accounts');
  const to = { accountId: rows[0].id, role: 'owner', email: 'Ann@Example.com', hours: 1 } as const;
  const { secret } = await invite(kinora.app.db, to);
  const client = consoleClient(kinora);
  const join = (fields: object) =>
    client.post('/api/join', { secret, email: 'ann@example.com', name: 'Ann', password, ...fields });
  for (const [fields, code] of [
    [{ secret: 'ki_wrong' }, 'invitation_unknown'],
    [{ email: 'eve@example.com' }, 'invitation_unknown'],
    [{ password: 'short' }, 'field_invalid'],
    [{ name: ' ' }, 'field_invalid'],
    [{ more: 1 }, 'field_unknown'],
  ] as const)
    assert.equal((await join(fields)).body.error.code, code);
  const [first, second] = await Promise.all([join({}), join({})]);
  assert.deepEqual([first.status, second.status].sort(), [200, 404]);
  const { body } = await client.get('/api/session');
  assert.deepEqual([body.user.email, body.user.role], ['ann@example.com', 'owner']);
  assert.equal((await join({ email: 'bob@example.com' })).status, 404, 'the invitation is used up');
});

test('reading a link shows its purpose without using it up, and an invalid link reveals nothing', async () => {
  const { db } = kinora.app;
  const { rows } = await sql('select id, name from accounts');
  const client = consoleClient(kinora);
  const look = async (secret: string) => (await client.post('/api/join.look', { secret })).body;
  const to = { accountId: rows[0].id, role: 'owner', hours: 1 } as const;
  const { secret } = await invite(db, { ...to, email: undefined });
  const { expires: _, ...linkDetails } = await look(secret);
  assert.deepEqual(linkDetails, {
    kind: 'invitation',
    account: rows[0].name,
    role: 'owner',
    email: null,
    passkeys: [],
  });
  const { secret: forOne } = await invite(db, { ...to, email: 'Ben@Example.com' });
  assert.equal((await look(forOne)).email, 'b…@example.com', 'the address is masked');
  assert.equal((await look('ki_wrong')).error.code, 'invitation_unknown');
  const joining = { secret, email: 'cat@example.com', password };
  const rejection = await client.post('/api/join', joining);
  assert.deepEqual([rejection.status, rejection.body.error.param], [400, 'name']);
  assert.equal((await client.post('/api/join', { ...joining, name: 'Cat' })).status, 200);
  assert.equal((await look(secret)).error.code, 'invitation_unknown', 'the invitation is used up');
  const { id } = (await client.get('/api/session')).body.user;
  const secondInvitation = await invite(db, { ...to, email: 'cat@example.com', userId: id });
  assert.equal((await look(secondInvitation.secret)).kind, 'recovery');
});

test('a session cookie is hidden from scripts and other sites, and can be ended', async () => {
  const client = await signedIn(kinora, 'member');
  const secondClient = consoleClient(kinora);
  const { headers } = await secondClient.post('/api/session', {
    email: client.email.toUpperCase(),
    password,
  });
  assert.match(
    headers.get('set-cookie') ?? '',
    /^kinora_session=ks_\w{32}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=2592000$/,
  );
  const sessions = (await client.run('session list')).body.data;
  assert.deepEqual(sessions.map(({ current }: { current: boolean }) => current).sort(), [false, true]);
  const other = sessions.find(({ current }: { current: boolean }) => !current);
  assert.equal((await client.run('session end', { session: other.id })).status, 200);
  assert.equal((await secondClient.get('/api/session')).status, 401);
  assert.equal((await client.remove('/api/session')).status, 200);
  assert.equal(client.cookie, '');
  assert.equal((await client.get('/api/session')).status, 401);
});

test('a cross-site request is rejected', async () => {
  const client = await signedIn(kinora, 'owner');
  const createToken = (headers: Record<string, string>) =>
    client.post('/api/token.create', { group: 'image' }, headers);
  const foreign: Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ];
  for (const headers of foreign)
    assert.equal((await createToken(headers)).body.error.code, 'request_foreign', JSON.stringify(headers));
  const form = await fetch(`${kinora.url}/api/token.create`, {
    method: 'POST',
    headers: { cookie: client.cookie, 'content-type': 'text/plain' },
    body: '{"group":"image"}',
  });
  assert.equal(form.status, 415);
  assert.equal((await createToken({ origin: kinora.url, 'sec-fetch-site': 'same-origin' })).status, 200);
});

test('password guesses are slowed down by address, and lock no user out', async () => {
  const member = await signedIn(kinora, 'member');
  const guess = (email: string, guessedPassword = 'wrong') =>
    consoleClient(kinora).post('/api/session', { email, password: guessedPassword });
  for (const email of ['nobody@example.com', member.email]) {
    const answers = [];
    for (let tries = 0; tries < 6; tries++) answers.push(await guess(email));
    assert.deepEqual(
      answers.map(({ body }) => body.error.code),
      [...Array<string>(5).fill('sign_in_failed'), 'sign_in_wait'],
      email,
    );
    assert.ok(Number(answers.at(-1)?.headers.get('retry-after')) > 0);
  }
  assert.equal((await guess(member.email, password)).status, 429, 'the right password must wait too');
  // As if from another address.
  await sql('delete from sign_in_failures');
  assert.equal((await guess(member.email, password)).status, 200);
});

test('a password change ends all other sessions', async () => {
  const client = await signedIn(kinora, 'member');
  const elsewhere = consoleClient(kinora);
  await elsewhere.post('/api/session', { email: client.email, password });
  const next = 'another horse entirely';
  const wrong = await client.post('/api/password', { current: 'wrong', password: next });
  assert.equal(wrong.body.error.code, 'sign_in_failed');
  assert.equal((await client.post('/api/password', { current: password, password: next })).status, 200);
  assert.equal((await elsewhere.get('/api/session')).status, 401);
  assert.equal((await client.get('/api/session')).status, 200);
  assert.equal((await elsewhere.post('/api/session', { email: client.email, password: next })).status, 200);
});

test('a disabled user is signed out immediately', async () => {
  const [operator, member] = [await signedIn(kinora, 'operator'), await signedIn(kinora, 'member')];
  assert.equal((await operator.run('user disable', { user: member.email })).status, 200);
  assert.equal((await member.get('/api/session')).status, 401);
  assert.equal(
    (await member.post('/api/session', { email: member.email, password })).body.error.code,
    'sign_in_failed',
  );
  await operator.run('user enable', { user: member.email });
  assert.equal((await member.post('/api/session', { email: member.email, password })).status, 200);
  const last = await operator.run('user disable', { user: operator.email });
  assert.equal(last.body.error.param, 'user', 'one operator must remain');
});

test('the first start shows a link that creates the operator, and later starts show none', async () => {
  const fresh = await startTestApp();
  const link = new URL(String(fresh.app.setupLink));
  assert.equal(
    link.hostname,
    'localhost',
    'a host for which browsers offer passkeys, as in invitation links',
  );
  const page = await fetch(link);
  assert.equal(page.status, 200);
  assert.match(page.headers.get('content-security-policy') ?? '', /script-src 'self'/);
  const secret = link.hash.slice(1);
  assert.ok(!(await page.text()).includes(secret));
  const client = consoleClient(fresh);
  assert.equal((await client.post('/api/join.look', { secret })).body.kind, 'set_up');
  const joined = await client.post('/api/join', { secret, email: 'me@example.com', name: 'Me', password });
  assert.deepEqual([joined.status, joined.body.user.role], [200, 'operator']);
  assert.equal((await client.run('account list')).status, 200);
  const secondApp = await startTestAppOn(fresh);
  assert.equal(secondApp.app.setupLink, undefined);
});
