/** Links and passkeys end when the user they belong to, or the user who created them, changes. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { findInvitation, invite, inviteFirstOperator } from '../../../src/core/accounts/invitations.ts';
import { freshDatabase } from '../../support/servers/database.ts';
import { startTestApp, until, type TestApp, startTestAppOn } from '../../support/servers/app.ts';
import {
  consoleClient,
  password,
  signedIn,
  type ConsoleClient,
} from '../../support/clients/console-client.ts';

let kinora: TestApp;

before(async () => {
  kinora = await startTestApp();
});

const sql = (text: string, values: unknown[] = []) => kinora.app.db.pool.query(text, values);
const next = 'another horse entirely';
const readSecret = (link: string) => new URL(link).hash.slice(1);
const checkLink = async (secret: string) =>
  (await consoleClient(kinora).post('/api/join.look', { secret })).body.error?.code ?? 'good';

async function recoveryLink(client: ConsoleClient, user: string): Promise<string> {
  return readSecret((await client.done('user recover', { user })).link);
}

test("a password reset link becomes invalid when its user's role changes, even if it changes back", async () => {
  const [owner, operator] = [await signedIn(kinora, 'owner'), await signedIn(kinora, 'operator')];
  const member = await signedIn(kinora, 'member');
  const secret = await recoveryLink(owner, member.email);
  assert.equal(await checkLink(secret), 'good');
  await operator.done('user role', { user: member.email, role: 'operator' });
  const resetRequest = { secret, email: member.email, password: next };
  assert.equal(
    (await consoleClient(kinora).post('/api/join', resetRequest)).body.error.code,
    'invitation_unknown',
  );
  await operator.done('user role', { user: member.email, role: 'member' });
  assert.equal(await checkLink(secret), 'invitation_unknown');
  assert.equal((await member.get('/api/session')).status, 200, 'the user remains signed in');
});

test('a password reset link that is open in the database is invalid after a role change', async () => {
  const [owner, member] = [await signedIn(kinora, 'owner'), await signedIn(kinora, 'member')];
  const secret = await recoveryLink(owner, member.email);
  await sql(`update users set role = 'operator' where email = $1`, [member.email]);
  assert.equal(await checkLink(secret), 'invitation_unknown');
});

test('a password reset link ends after use, and when its user changes the password or is disabled', async () => {
  const owner = await signedIn(kinora, 'owner');
  const member = await signedIn(kinora, 'member');
  const first = await recoveryLink(owner, member.email);
  assert.equal((await member.post('/api/password', { current: password, password: next })).status, 200);
  assert.equal(await checkLink(first), 'invitation_unknown', 'after the password changed');

  const [second, third] = [await recoveryLink(owner, member.email), await recoveryLink(owner, member.email)];
  const join = { secret: second, email: member.email, password };
  assert.equal((await consoleClient(kinora).post('/api/join', join)).status, 200);
  assert.deepEqual(
    [await checkLink(second), await checkLink(third)],
    ['invitation_unknown', 'invitation_unknown'],
  );

  const fourth = await recoveryLink(owner, member.email);
  await owner.done('user disable', { user: member.email });
  await owner.done('user enable', { user: member.email });
  assert.equal(await checkLink(fourth), 'invitation_unknown', 'after the user was disabled');
});

test('the first invitation of an account is for an owner, and one for an operator says what that means', async () => {
  const operator = await signedIn(kinora, 'operator');
  const { id: account } = await operator.done('account create', { name: 'Empty account' });
  const first = await operator.done('user invite', { account });
  assert.deepEqual([first.role, first.warning], ['owner', null]);
  await signedIn(kinora, 'owner', account);
  assert.equal((await operator.done('user invite', { account })).role, 'member');
  const { warning } = await operator.done('user invite', { role: 'operator' });
  assert.match(warning, /whole server/);
});

test('links end when the user who created them changes or resets the password', async () => {
  const [owner, operator] = [await signedIn(kinora, 'owner'), await signedIn(kinora, 'operator')];
  const inviteOwner = async () => readSecret((await owner.done('user invite', { role: 'owner' })).link);
  const [first, otherSecret] = [
    await inviteOwner(),
    readSecret((await operator.done('user invite', {})).link),
  ];
  assert.equal((await owner.post('/api/password', { current: password, password: next })).status, 200);
  assert.deepEqual([await checkLink(first), await checkLink(otherSecret)], ['invitation_unknown', 'good']);
  const second = await inviteOwner();
  const join = { secret: await recoveryLink(operator, owner.email), email: owner.email, password };
  assert.equal((await consoleClient(kinora).post('/api/join', join)).status, 200);
  assert.equal(await checkLink(second), 'invitation_unknown');
});

test('links end when the role of their creator changes, even if it changes back', async () => {
  const [owner, operator] = [await signedIn(kinora, 'owner'), await signedIn(kinora, 'operator')];
  const member = await signedIn(kinora, 'member');
  const invitation = readSecret((await owner.done('user invite', { role: 'owner' })).link);
  const recovery = await recoveryLink(owner, member.email);
  await operator.done('user role', { user: owner.email, role: 'member' });
  await operator.done('user role', { user: owner.email, role: 'owner' });
  assert.deepEqual(
    [await checkLink(invitation), await checkLink(recovery)],
    ['invitation_unknown', 'invitation_unknown'],
  );
});

test('one of two concurrently used password reset links sets a password', async () => {
  const [owner, member] = [await signedIn(kinora, 'owner'), await signedIn(kinora, 'member')];
  const secrets = [await recoveryLink(owner, member.email), await recoveryLink(owner, member.email)];
  const answers = await Promise.all(
    secrets.map(secret =>
      consoleClient(kinora).post('/api/join', { secret, email: member.email, password: next }),
    ),
  );
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 404]);
});

const insertPasskey = (email: string, name: string) =>
  sql(
    `insert into passkeys (id, user_id, name, public_key, counter) select $2, id, $3, '', 0 from users where email = $1`,
    [email, `${email} ${name}`, name],
  );
const readPasskeys = async (client: ConsoleClient) =>
  (await client.get('/api/passkey.list')).body.data.map(({ name }: { name: string }) => name);

test('a password reset lists the passkeys of the user and removes them', async () => {
  const [owner, member] = [await signedIn(kinora, 'owner'), await signedIn(kinora, 'member')];
  for (const name of ['Laptop', 'Phone']) await insertPasskey(member.email, name);
  const secret = await recoveryLink(owner, member.email);
  const { body } = await consoleClient(kinora).post('/api/join.look', { secret });
  assert.deepEqual(body.passkeys, ['Laptop', 'Phone']);
  const newClient = consoleClient(kinora);
  assert.equal(
    (await newClient.post('/api/join', { secret, email: member.email, password: next })).status,
    200,
  );
  assert.deepEqual(await readPasskeys(newClient), []);
  const { rows } = await sql(`select after from audit where action = 'user recover' and actor = $1`, [
    member.email,
  ]);
  assert.deepEqual(rows[0].after.removed_passkeys.toSorted(), ['Laptop', 'Phone']);
});

test('a password change removes the passkeys that the user does not choose to keep', async () => {
  const member = await signedIn(kinora, 'member');
  for (const name of ['Laptop', 'Stranger']) await insertPasskey(member.email, name);
  const change = { current: password, password: next, keep_passkeys: [`${member.email} Laptop`] };
  assert.equal((await member.post('/api/password', change)).status, 200);
  assert.deepEqual(await readPasskeys(member), ['Laptop']);
  assert.equal((await member.post('/api/password', { current: next, password })).status, 200);
  assert.deepEqual(await readPasskeys(member), [], 'a passkey is kept only if it is named');
});

test('a session alone can neither add a passkey nor set a first password', async () => {
  const member = await signedIn(kinora, 'member');
  const memberAtLocalhost = { ...member, url: kinora.url.replace('127.0.0.1', 'localhost') };
  const client = consoleClient(memberAtLocalhost);
  client.cookie = member.cookie;
  const begin = (json: object) => client.post('/api/passkey.begin', json);
  assert.deepEqual((await begin({})).body.error.param, 'password');
  assert.equal((await begin({ password: 'wrong' })).body.error.code, 'sign_in_failed');
  const { status, body } = await begin({ password });
  assert.equal(status, 200);
  assert.equal((await member.post('/api/password', { current: password, password: next })).status, 200);
  const { rows } = await sql('select from challenges where id = $1', [body.challenge]);
  assert.deepEqual(rows, [], 'a password change ends challenges that were started before');

  // Like a user who signed in through a provider.
  await sql('update users set password = null where email = $1', [member.email]);
  assert.equal((await begin({})).status, 200, 'shortly after the sign-in');
  await sql(
    `update sessions set created_at = now() - interval '11 minutes' where user_id = (select id from users where email = $1)`,
    [member.email],
  );
  assert.equal((await begin({})).body.error.code, 'reauthentication_needed');
  const first = await member.post('/api/password', { current: '', password: next });
  assert.equal(first.body.error.code, 'reauthentication_needed');
});

test('the setup link of each process is valid, and using one ends them all', async () => {
  const fresh = await startTestApp();
  const secret = (link: string | undefined) => readSecret(String(link));
  const secondApp = await startTestAppOn(fresh);
  const client = consoleClient(fresh);
  const join = (linkSecret: string, email: string) =>
    consoleClient(fresh).post('/api/join', { secret: linkSecret, email, name: 'Me', password });
  const links = [secret(fresh.app.setupLink), secret(secondApp.app.setupLink)];
  for (const link of links) assert.equal((await client.post('/api/join.look', { secret: link })).status, 200);
  const answers = await Promise.all(links.map((link, index) => join(link, `user${index}@example.com`)));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 404]);
  for (const link of links) {
    const { body } = await client.post('/api/join.look', { secret: link });
    assert.equal(body.error.code, 'invitation_unknown');
  }
});

test('repeated starts of a process keep a limited number of setup links', async () => {
  const fresh = await startTestApp();
  const { db } = fresh.app;
  const { rows } = await db.pool.query('select id from accounts');
  const link = { accountId: rows[0].id, hours: 1 };
  await db.pool.query(`update invitations set expires_at = now() where is_set_up`);
  for (let starts = 0; starts < 110; starts++) await inviteFirstOperator(db, link);
  const newest = await inviteFirstOperator(db, link);
  const left = await db.pool.query('select min(expires_at) > now() as open, count(*)::int from invitations');
  assert.deepEqual(left.rows, [{ open: true, count: 100 }]);
  assert.notEqual(await findInvitation(db, newest), undefined);
});

test('of processes that start at the same time, only one creates the first tokens', async () => {
  const database = await freshDatabase();
  const starts = Array.from({ length: 3 }, () =>
    startTestApp({ settings: { DATABASE_URL: database, KINORA_ROLE: 'api' } }),
  );
  const apps = await Promise.all(starts);
  assert.equal(apps.filter(({ app }) => app.firstKeys).length, 1);
  const { rows } = await (apps[0] as TestApp).app.db.pool.query('select name from tokens order by name');
  assert.deepEqual(rows, [{ name: 'first image token' }, { name: 'first video token' }]);
});

test('setup links become invalid once there is an operator, however they joined', async () => {
  const fresh = await startTestApp();
  const secret = readSecret(String(fresh.app.setupLink));
  const { rows } = await fresh.app.db.pool.query('select id from accounts');
  const account = { accountId: rows[0].id, role: 'operator', email: undefined, hours: 1 } as const;
  const createdInvitation = await invite(fresh.app.db, account);
  const join = (linkSecret: string, email: string) =>
    consoleClient(fresh).post('/api/join', { secret: linkSecret, email, name: 'Me', password });
  assert.equal((await join(createdInvitation.secret, 'first@example.com')).status, 200);
  assert.equal((await join(secret, 'second@example.com')).body.error.code, 'invitation_unknown');
});

test('a password that is easy to guess is rejected with the reason, whoever sets it', async () => {
  const { rows } = await sql('select id from accounts order by created_at limit 1');
  const link = { accountId: rows[0].id, role: 'operator', email: undefined, hours: 1 } as const;
  const { secret } = await invite(kinora.app.db, link);
  const join = (newPassword: string) =>
    consoleClient(kinora).post('/api/join', {
      secret,
      email: 'boss@example.com',
      name: 'Boss',
      password: newPassword,
    });
  for (const weakPassword of ['passwordpassword', 'kinora-operator', 'boss@example.com', 'qwertyuiop123']) {
    const { status, body } = await join(weakPassword);
    assert.deepEqual(
      [status, body.error.code, body.error.param],
      [400, 'password_weak', 'password'],
      weakPassword,
    );
    assert.match(body.error.message, /easy to guess.*at least 12 characters/);
  }
  assert.equal((await join('elevenchars')).body.error.code, 'field_invalid');
  assert.equal((await join(password)).status, 200, 'the link stays valid');
  const member = await signedIn(kinora, 'member');
  const weak = await member.post('/api/password', { current: password, password: 'letmeinletmein' });
  assert.equal(weak.body.error.code, 'password_weak');
});

test('a sign-in with the old password fails if the password changes meanwhile', async () => {
  const user = await signedIn(kinora, 'member');
  const { rows } = await sql('select id from users where email = $1', [user.email]);
  const lockingConnection = await kinora.app.db.pool.connect();
  // A lock on the user's row, as another change takes it, holds the change until the old
  // password was found to be correct.
  await lockingConnection.query('begin');
  await lockingConnection.query('select from users where id = $1 for update', [rows[0].id]);
  const stranger = consoleClient(kinora);
  const signInRequest = stranger.post('/api/session', { email: user.email, password });
  const isWaiting = async () =>
    (
      await sql(
        "select from pg_stat_activity where wait_event_type = 'Lock' and query like '%for no key update%'",
      )
    ).rowCount;
  await until(isWaiting, count => count === 1);
  await lockingConnection.query("update users set password = 'another' where id = $1", [rows[0].id]);
  await lockingConnection.query('commit');
  lockingConnection.release();
  assert.equal((await signInRequest).body.error.code, 'sign_in_failed');
  assert.equal(stranger.cookie, '');
});
