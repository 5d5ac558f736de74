import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freshDatabase } from '../../../test/support/servers/database.ts';
import { openCustomer } from '../../../test/support/setups/customers.ts';
import { openSession, openUser } from '../../../test/support/setups/users.ts';
import { openDatabase } from '../../platform/db/open.ts';
import {
  createSession,
  endOtherSessions,
  endSession,
  findSession,
  isRecentSession,
  listSessions,
  sessionUser,
  sweepSessions,
} from './sessions.ts';
import { disableUser } from './users.ts';

const db = openDatabase({ connectionString: await freshDatabase() });
test.after(() => db.close());

const { accountId } = await openCustomer(db);
async function signedIn() {
  const user = await openUser(db, { accountId });
  return { user, ...(await openSession(db, user.id)) };
}
const set = (id: string, assignment: string) =>
  db.pool.query(`update sessions set ${assignment} where id = $1`, [id]);
const lastUse = async (userId: string) => (await listSessions(db, userId))[0]?.lastUsedAt;

test('a session is found by its secret, of which only the hash is stored', async () => {
  const { user, secret, id } = await signedIn();
  assert.deepEqual(await findSession(db, secret), { sessionId: id, user });
  assert.equal(await findSession(db, `${secret}x`), undefined);
  const { rows } = await db.pool.query('select sessions::text as line from sessions where id = $1', [id]);
  assert.ok(!rows[0].line.includes(secret.slice(3)));
});

test('an expired session grants nothing, and using it does not extend it', async () => {
  const { user, secret, id } = await signedIn();
  await set(id, `expires_at = now() - interval '1 ms', last_used_at = now() - interval '1 hour'`);
  assert.equal(await findSession(db, secret), undefined);
  assert.equal(await sessionUser(db, id), undefined);
  assert.deepEqual(await listSessions(db, user.id), []);
  const { rows } = await db.pool.query(
    `select last_used_at < now() - interval '30 min' as unused from sessions where id = $1`,
    [id],
  );
  assert.equal(rows[0].unused, true);
});

test('a session ends thirty days after the sign-in, however often it is used', async () => {
  const { user, secret } = await signedIn();
  const [before] = await listSessions(db, user.id);
  const days = Number(before?.expiresAt) - Number(before?.createdAt);
  assert.equal(days, 30 * 86_400_000);
  await findSession(db, secret);
  assert.deepEqual((await listSessions(db, user.id))[0]?.expiresAt, before?.expiresAt);
});

test('the last use of a session is recorded at most once a minute', async () => {
  const { user, secret, id } = await signedIn();
  await set(id, `last_used_at = date_trunc('second', now() - interval '50 s')`);
  const before = await lastUse(user.id);
  await findSession(db, secret);
  assert.deepEqual(await lastUse(user.id), before);
  await set(id, `last_used_at = date_trunc('second', now() - interval '61 s')`);
  await findSession(db, secret);
  assert.ok(Number(await lastUse(user.id)) > Number(before));
});

test('a session of a disabled user grants nothing, even if it was created while the user was disabled', async () => {
  const { user, secret } = await signedIn();
  await db.transaction(tx => disableUser(tx, user.id, true));
  assert.equal(await findSession(db, secret), undefined);
  const late = await createSession(db, { userId: user.id, address: '', userAgent: '' });
  assert.equal(await findSession(db, late), undefined);
  const [session] = await listSessions(db, user.id);
  assert.equal(await sessionUser(db, session?.id ?? ''), undefined);
});

test('only the user of a session can end it', async () => {
  const [one, other] = [await signedIn(), await signedIn()];
  assert.equal(await endSession(db, one.id, other.user.id), false);
  assert.equal(await endSession(db, 'not an id', one.user.id), false);
  assert.equal((await findSession(db, one.secret))?.sessionId, one.id);
  assert.equal(await endSession(db, one.id, one.user.id), true);
  assert.equal(await findSession(db, one.secret), undefined);
});

test('ending the other sessions of a user keeps the current one and those of others', async () => {
  const [one, stranger] = [await signedIn(), await signedIn()];
  const second = await openSession(db, one.user.id);
  await endOtherSessions(db, one.user.id, second.id);
  assert.equal(await findSession(db, one.secret), undefined);
  assert.ok(await findSession(db, second.secret));
  assert.ok(await findSession(db, stranger.secret));
});

test('a session is recent for some minutes after the sign-in, however it is used later', async () => {
  const { id, secret } = await signedIn();
  assert.equal(await isRecentSession(db, id, 10), true);
  await set(id, `created_at = now() - interval '10 min 1 s', last_used_at = now() - interval '5 min'`);
  await findSession(db, secret);
  assert.equal(await isRecentSession(db, id, 10), false);
});

test('a long user agent is cut, and expired sessions are swept', async () => {
  const { user, id } = await signedIn();
  await createSession(db, { userId: user.id, address: '', userAgent: 'x'.repeat(10_000) });
  const [session] = await listSessions(db, user.id);
  assert.equal(session?.userAgent.length, 300);
  await set(id, `expires_at = now() - interval '1 s'`);
  await sweepSessions(db);
  const { rows } = await db.pool.query('select id from sessions where user_id = $1', [user.id]);
  assert.deepEqual(rows, [{ id: session.id }]);
});
