/** Passkeys in a real browser: only the user who added one can sign in with it. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../support/servers/app.ts';
import { openPasskeyBrowser, type PasskeyBrowser } from '../../support/browser/authenticator.ts';
import { consoleClient, password, signedIn } from '../../support/clients/console-client.ts';

let kinora: TestApp;

before(async () => {
  kinora = await startTestApp();
});

const sql = (text: string, values: unknown[] = []) => kinora.app.db.pool.query(text, values);
const readCode = ({ body }: { body: any }) => body.error?.code;
const signOut = ({ page }: PasskeyBrowser) =>
  page.evaluate(async () => (await fetch('/api/session', { method: 'DELETE' })).status);

/** A new user, signed in by password in a browser with its own authenticator. */
async function userInBrowser(role: 'member' | 'operator' = 'member') {
  const { email } = await signedIn(kinora, role);
  const browser = await openPasskeyBrowser(kinora);
  assert.equal((await browser.ask('/api/session', { email, password })).status, 200);
  return { browser, email };
}

test('a user adds a passkey, signs in with it, and cannot sign in after removing it', async () => {
  const { browser, email } = await userInBrowser();
  const answer = await browser.add('My laptop');
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  assert.deepEqual([answer.body.name, answer.body.last_used], ['My laptop', null]);

  assert.equal(await signOut(browser), 200);
  assert.equal((await browser.ask('/api/session')).status, 401);
  const secondAnswer = await browser.signIn();
  assert.equal(secondAnswer.body.user?.email, email, JSON.stringify(secondAnswer.body));
  assert.equal((await browser.ask('/api/session')).body.user.email, email);

  const { data } = (await browser.ask('/api/passkey.list')).body;
  assert.deepEqual(
    data.map(({ id, name }: any) => [id, name]),
    [[answer.body.id, 'My laptop']],
  );
  assert.ok(data[0].last_used);
  assert.equal((await browser.ask('/api/passkey.remove', { id: answer.body.id })).status, 200);
  assert.deepEqual((await browser.ask('/api/passkey.list')).body.data, []);
  await signOut(browser);
  assert.equal(readCode(await browser.signIn()), 'passkey_refused');

  const { rows } = await sql('select action, actor, before, after from audit where object = $1 order by id', [
    answer.body.id,
  ]);
  assert.deepEqual(rows, [
    { action: 'passkey add', actor: email, before: null, after: { name: 'My laptop' } },
    { action: 'passkey remove', actor: email, before: { name: 'My laptop' }, after: null },
  ]);
});

test('an authenticator is added only once, and a passkey with an attestation certificate is rejected', async () => {
  const { browser } = await userInBrowser();
  const { challenge, options } = (await browser.ask('/api/passkey.begin', { password })).body;
  const response = await browser.create({ ...options, attestation: 'direct' });
  assert.match(Buffer.from(response.response.attestationObject, 'base64url').toString('latin1'), /x5c/);
  const registration = { challenge, response, name: 'key' };
  assert.equal(readCode(await browser.ask('/api/passkey.add', registration)), 'passkey_invalid');
  await browser.add('key');
  const secondCreation = (await browser.ask('/api/passkey.begin', { password })).body;
  await assert.rejects(browser.create(secondCreation.options), /InvalidStateError/);
});

test('the passkey challenge does not reveal which users exist', async () => {
  const { body } = await openPasskeyBrowser(kinora).then(({ ask }) => ask('/api/session.passkey-begin', {}));
  assert.deepEqual(Object.keys(body.options).sort(), ['challenge', 'rpId', 'timeout', 'userVerification']);
  assert.equal(body.options.rpId, 'localhost');
  assert.equal(body.options.userVerification, 'required');
});

test('a passkey response is valid once, before its challenge expires, and for its purpose only', async () => {
  const { browser } = await userInBrowser();
  await browser.add('key');
  await signOut(browser);
  const begin = async () => (await browser.ask('/api/session.passkey-begin', {})).body;

  const first = await begin();
  const assertion = { challenge: first.challenge, response: await browser.get(first.options) };
  const answers = await Promise.all([1, 2].map(() => browser.ask('/api/session.passkey', assertion)));
  assert.deepEqual(
    answers.map(({ status }) => status).sort(),
    [200, 400],
    'one of two concurrent sign-ins succeeds',
  );
  assert.equal(
    readCode(await browser.ask('/api/session.passkey', assertion)),
    'challenge_unknown',
    'replayed',
  );

  const [one, two] = [await begin(), await begin()];
  const mismatchedAssertion = { challenge: two.challenge, response: await browser.get(one.options) };
  assert.equal(readCode(await browser.ask('/api/session.passkey', mismatchedAssertion)), 'passkey_refused');

  const old = await begin();
  const late = { challenge: old.challenge, response: await browser.get(old.options) };
  await sql(`update challenges set expires_at = now() - interval '1 second' where id = $1`, [old.challenge]);
  assert.equal(
    readCode(await browser.ask('/api/session.passkey', late)),
    'challenge_unknown',
    'after the challenge expired',
  );
});

test('a response that was altered, not verified, or comes from a cloned authenticator is rejected', async () => {
  const { browser, email } = await userInBrowser();
  await browser.add('key');
  await signOut(browser);
  const other = await userInBrowser();
  const foreign = (await other.browser.add('of somebody else')).body.id;
  const flip = (text: string) => {
    const bytes = Buffer.from(text, 'base64url');
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
    return bytes.toString('base64url');
  };
  const changes: Record<string, (assertion: any) => void> = {
    signature: ({ response }) => (response.response.signature = flip(response.response.signature)),
    'authenticator data': ({ response }) =>
      (response.response.authenticatorData = flip(response.response.authenticatorData)),
    origin: ({ response }) => {
      const clientData = JSON.parse(Buffer.from(response.response.clientDataJSON, 'base64url').toString());
      const clientDataJson = JSON.stringify({ ...clientData, origin: 'https://evil.example' });
      response.response.clientDataJSON = Buffer.from(clientDataJson).toString('base64url');
    },
    user: ({ response }) => (response.response.userHandle = Buffer.from('nobody').toString('base64url')),
    'no user': ({ response }) => (response.response.userHandle = null),
    credential: ({ response }) => (response.id = response.rawId = foreign),
    'unreadable data': ({ response }) => (response.response.authenticatorData = 'AAAA'),
  };
  for (const [name, change] of Object.entries(changes))
    assert.equal(readCode(await browser.signIn(change)), 'passkey_refused', name);
  assert.equal(
    readCode(await browser.signIn(assertion => (assertion.response.type = 'password'))),
    'field_invalid',
  );

  assert.equal((await browser.signIn()).body.user?.email, email);
  await browser.setCounter(0);
  assert.equal(readCode(await browser.signIn()), 'passkey_refused', 'the counter of a clone is lower');
  await browser.setCounter(1000);
  assert.equal((await browser.signIn()).status, 200);

  await browser.setVerified(false);
  await assert.rejects(browser.signIn(), /NotAllowedError/, 'the browser itself requires user verification');
  const signInStart = await browser.ask('/api/session.passkey-begin', {});
  const response = await browser.get({ ...signInStart.body.options, userVerification: 'discouraged' });
  const assertion = { challenge: signInStart.body.challenge, response };
  assert.equal(readCode(await browser.ask('/api/session.passkey', assertion)), 'passkey_refused');
});

test('a passkey is added only by the user who started it, and removed only by its owner', async () => {
  const [ann, bob] = [await userInBrowser(), await userInBrowser('operator')];
  const anns = (await ann.browser.add("Ann's")).body.id;
  const stolen = await bob.browser.ask('/api/passkey.remove', { id: anns });
  assert.deepEqual([stolen.status, readCode(stolen)], [404, 'passkey_unknown'], 'not even by an operator');
  assert.deepEqual((await bob.browser.ask('/api/passkey.list')).body.data, []);

  const registrationStart = (await ann.browser.ask('/api/passkey.begin', { password })).body;
  const response = await bob.browser.create(registrationStart.options);
  const add = (browser: PasskeyBrowser, json: object) => browser.ask('/api/passkey.add', json);
  const toBob = { challenge: registrationStart.challenge, response, name: 'x' };
  assert.equal(readCode(await add(bob.browser, toBob)), 'challenge_unknown');
  const spoilt = structuredClone(toBob);
  spoilt.response.response.clientDataJSON = Buffer.from('{"type":"webauthn.create"}').toString('base64url');
  assert.equal(readCode(await add(ann.browser, spoilt)), 'passkey_invalid');
  assert.equal(
    readCode(await add(ann.browser, toBob)),
    'challenge_unknown',
    'a failure uses up the challenge',
  );
  const signInChallenge = (await ann.browser.ask('/api/session.passkey-begin', {})).body.challenge;
  assert.equal(
    readCode(await add(ann.browser, { ...toBob, challenge: signInChallenge })),
    'challenge_unknown',
  );

  const stranger = consoleClient(kinora);
  for (const path of ['begin', 'add', 'remove'])
    assert.equal(readCode(await stranger.post(`/api/passkey.${path}`, {})), 'session_missing', path);
  assert.equal(readCode(await stranger.get('/api/passkey.list')), 'session_missing');
});

test('a disabled user cannot sign in with a passkey', async () => {
  const { browser, email } = await userInBrowser();
  await browser.add('key');
  await signOut(browser);
  const operator = await signedIn(kinora, 'operator');
  await operator.run('user disable', { user: email });
  assert.equal(readCode(await browser.signIn()), 'passkey_refused');
  await operator.run('user enable', { user: email });
  assert.equal((await browser.signIn()).status, 200);
});

test('failed passkey sign-ins are rate-limited by address, like failed passwords', async () => {
  await sql('delete from sign_in_failures');
  const part = { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' };
  const response = { id: 'AAAA', rawId: 'AAAA', type: 'public-key', response: part };
  const challenge = '00000000-0000-4000-8000-000000000000';
  const client = consoleClient({ url: kinora.url.replace('127.0.0.1', 'localhost') });
  const answers = [];
  for (let tries = 0; tries <= 50; tries++)
    answers.push(await client.post('/api/session.passkey', { challenge, response }));
  assert.deepEqual(answers.map(readCode), [...Array<string>(50).fill('challenge_unknown'), 'sign_in_wait']);
  assert.ok(Number(answers.at(-1)?.headers.get('retry-after')) > 0);
  // Browsers offer no passkeys for an IP address, so this counts as no failed guess.
  await sql('delete from sign_in_failures');
  const atAddress = await consoleClient(kinora).post('/api/session.passkey', { challenge, response });
  assert.equal(readCode(atAddress), 'passkeys_unavailable');
  await sql('delete from sign_in_failures');
});

test('unused challenges are deleted', async () => {
  const localhostClient = consoleClient({ url: kinora.url.replace('127.0.0.1', 'localhost') });
  const begin = () => localhostClient.post('/api/session.passkey-begin', {});
  for (let count = 0; count < 5; count++) await begin();
  await sql(`update challenges set expires_at = now() - interval '1 second'`);
  for (let count = 0; count < 40; count++) await begin();
  const { rows } = await sql(`select count(*)::int as old from challenges where expires_at < now()`);
  assert.equal(rows[0].old, 0);
});
