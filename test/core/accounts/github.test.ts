/** Signing in and up with GitHub, against a server that speaks its OAuth and its API. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { before, test } from 'node:test';
import { serve } from '../../support/servers/serve.ts';
import { consoleClient, signedIn } from '../../support/clients/console-client.ts';
import { startTestApp, type TestApp } from '../../support/servers/app.ts';

interface GithubUser {
  readonly id: number;
  readonly login: string;
  readonly name: string | null;
  readonly emails: readonly {
    readonly email: string;
    readonly primary: boolean;
    readonly verified: boolean;
  }[];
}

/** Who signs in next. Undefined: the person says no. */
let person: GithubUser | undefined;
/** Answers of the API instead of those above. */
let brokenStatus: number | undefined;
const codes = new Map<string, string>();
let kinora: TestApp;

/** @see https://docs.github.com/en/apps/oauth-apps/building-oauth-apps/authorizing-oauth-apps */
const startGithub = () =>
  serve((request, response) => {
    const url = new URL(request.url ?? '/', 'http://github.test');
    const json = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (url.pathname === '/login/oauth/access_token') {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const form = new URLSearchParams(Buffer.concat(chunks).toString());
        const challenge = createHash('sha256')
          .update(form.get('code_verifier') ?? '')
          .digest('base64url');
        const isRight =
          codes.get(form.get('code') ?? '') === challenge && form.get('client_secret') === 'hush';
        codes.delete(form.get('code') ?? '');
        // GitHub answers errors with 200.
        if (isRight)
          json(200, { access_token: 'gho_1', token_type: 'bearer', scope: 'read:user,user:email' });
        else
          json(200, { error: 'bad_verification_code', error_description: 'The code passed is incorrect.' });
      });
      return;
    }
    if (request.headers.authorization !== 'Bearer gho_1')
      return json(401, { message: 'Requires authentication' });
    if (brokenStatus !== undefined) return json(brokenStatus, { message: 'Server Error' });
    if (url.pathname === '/api/v3/user') return json(200, { ...person, emails: undefined });
    if (url.pathname === '/api/v3/user/emails') return json(200, person?.emails);
    return json(404, { message: 'Not Found' });
  });

before(async () => {
  kinora = await startTestApp({
    settings: {
      KINORA_SIGN_UP: 'open',
      KINORA_SIGN_UP_CREDIT: '2',
      KINORA_GITHUB_URL: await startGithub(),
      KINORA_GITHUB_CLIENT_ID: 'Iv1.kinora',
      KINORA_GITHUB_CLIENT_SECRET: 'hush',
    },
  });
});

let numbers = 0;
const newPerson = (fields: Partial<GithubUser> = {}): GithubUser => ({
  id: ++numbers,
  login: `octo${numbers}`,
  name: null,
  emails: [
    { email: `old${numbers}@example.com`, primary: false, verified: true },
    { email: `octo${numbers}@example.com`, primary: true, verified: true },
  ],
  ...fields,
});

/**
 * Walks from the button to the last redirect. GitHub's page is skipped: the code
 * is made as it would make one.
 */
async function signIn(tamper: (callback: URL) => void = () => {}) {
  const startResponse = await fetch(`${kinora.url}/api/session.openid?provider=github`, {
    redirect: 'manual',
  });
  const page = new URL(startResponse.headers.get('location') ?? '');
  const query = page.searchParams;
  assert.equal(page.pathname, '/login/oauth/authorize');
  assert.deepEqual([query.get('client_id'), query.get('scope')], ['Iv1.kinora', 'read:user user:email']);
  const callback = new URL(query.get('redirect_uri') ?? '');
  callback.searchParams.set('state', query.get('state') ?? '');
  if (person) {
    const code = `code-${++numbers}`;
    codes.set(code, query.get('code_challenge') ?? '');
    callback.searchParams.set('code', code);
  } else callback.searchParams.set('error', 'access_denied');
  tamper(callback);
  const cookie = startResponse.headers.get('set-cookie')?.split(';')[0] ?? '';
  const callbackResponse = await fetch(callback, { redirect: 'manual', headers: { cookie } });
  const body = callbackResponse.status === 302 ? undefined : ((await callbackResponse.json()) as any);
  const session = callbackResponse.headers.getSetCookie().find(each => each.startsWith('kinora_session='));
  const client = Object.assign(consoleClient(kinora), { cookie: session?.split(';')[0] ?? '' });
  return { code: body?.error?.code, client };
}

test('a stranger opens an account with GitHub, and comes back to it even with another address', async () => {
  person = newPerson();
  const { client } = await signIn();
  const { user } = (await client.get('/api/session')).body;
  assert.deepEqual([user.email, user.name, user.role], [person.emails[1]?.email, person.login, 'owner']);
  assert.equal((await client.done('account balance')).available, '2.00');
  person = { ...person, emails: [{ email: 'new@example.com', primary: true, verified: true }] };
  const secondUser = (await (await signIn()).client.get('/api/session')).body.user;
  assert.equal(secondUser.id, user.id);
});

test('an existing user is found by a verified address, and by no other', async () => {
  const { email } = await signedIn(kinora, 'member');
  person = newPerson({ emails: [{ email, primary: true, verified: false }] });
  assert.equal((await signIn()).code, 'email_unverified');
  person = newPerson({ emails: [{ email, primary: true, verified: true }] });
  assert.equal((await (await signIn()).client.get('/api/session')).body.user.email, email);
});

test('a sign-in that was denied, forged or answered badly leaves nobody signed in', async () => {
  person = undefined;
  assert.equal((await signIn()).code, 'provider_refused');
  person = newPerson();
  assert.equal(
    (await signIn(callback => callback.searchParams.set('code', 'guessed'))).code,
    'provider_refused',
  );
  assert.match(
    String((await signIn(callback => callback.searchParams.set('state', 'other'))).code),
    /^provider_/,
  );
  brokenStatus = 500;
  assert.equal((await signIn()).code, 'provider_unavailable');
  brokenStatus = undefined;
  const { rows } = await kinora.app.db.pool.query('select from users where email = $1', [
    person.emails[1]?.email,
  ]);
  assert.deepEqual(rows, []);
  assert.equal(
    (await consoleClient(kinora).get('/api/session.openid?provider=google')).body.error.code,
    'not_offered',
  );
});
