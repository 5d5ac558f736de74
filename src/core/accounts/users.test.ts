import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freshDatabase } from '../../../test/support/servers/database.ts';
import { openCustomer, openToken } from '../../../test/support/setups/customers.ts';
import { openSession, openUser } from '../../../test/support/setups/users.ts';
import { openDatabase } from '../../platform/db/open.ts';
import { consumeChallenge, createChallenge } from './challenges.ts';
import { findInvitation, invite } from './invitations.ts';
import { addPasskey, listPasskeys, recordPasskeyUse, removePasskey } from './passkeys.ts';
import { findSession } from './sessions.ts';
import { findTokenByIdOrPrefix } from './tokens.ts';
import {
  changePassword,
  changeRole,
  countOperators,
  createUser,
  disableUser,
  findUser,
  findUserToSignIn,
  lockUserToSignIn,
  recoverUser,
  type User,
} from './users.ts';

const db = openDatabase({ connectionString: await freshDatabase() });
test.after(() => db.close());

const { accountId } = await openCustomer(db);
const newUser = (changes: Partial<User> = {}) => openUser(db, { accountId, ...changes });
const disable = (id: string, isDisabled: boolean) => db.transaction(tx => disableUser(tx, id, isDisabled));
const recover = (user: User, changes: object = {}) =>
  db.transaction(tx =>
    recoverUser(tx, user.id, { email: user.email, password: 'new', role: user.role, ...changes }),
  );
let passkeys = 0;
async function registerPasskey(user: User, counter = 0): Promise<string> {
  const id = `passkey-${++passkeys}`;
  await addPasskey(db, user.id, { id, name: id, publicKey: new Uint8Array(1), counter, transports: [] });
  return id;
}
const passkeyNames = async (user: User) => (await listPasskeys(db, user.id)).map(({ id }) => id);
/** The secret of a password reset link for this user. */
const resetLink = async ({ id, role }: User) =>
  (await invite(db, { accountId, role, email: undefined, hours: 1, userId: id })).secret;

test('an email address has one user, whatever its case', async () => {
  const user = await newUser({ email: 'Ada@Example.org' });
  assert.equal(user.email, 'ada@example.org');
  const duplicate = {
    accountId,
    email: 'ADA@example.org',
    name: 'Eve',
    role: 'owner',
    password: undefined,
  } as const;
  assert.equal(await createUser(db, duplicate), undefined);
  assert.equal((await findUser(db, 'aDa@example.org'))?.id, user.id);
  assert.equal((await findUser(db, user.id))?.name, 'Ada');
});

test('the stored password is read only to sign in', async () => {
  const user = await newUser();
  assert.ok(!JSON.stringify(user).includes('secret'));
  assert.deepEqual(await findUserToSignIn(db, user.email), { user, password: 'secret' });
});

test('a sign-in ends if the password changed or the user was disabled since it began', async () => {
  const [user, userWithoutPassword] = [
    await newUser(),
    await openUser(db, { accountId, password: undefined }),
  ];
  const lock = (id: string, password: string | undefined) =>
    db.transaction(tx => lockUserToSignIn(tx, id, password));
  assert.equal(await lock(user.id, 'secret'), true);
  assert.equal(await lock(user.id, 'other'), false);
  assert.equal(await lock(user.id, undefined), false);
  assert.equal(await lock(userWithoutPassword.id, undefined), true);
  assert.equal(await lock(userWithoutPassword.id, 'secret'), false);
  await disable(user.id, true);
  assert.equal(await lock(user.id, 'secret'), false);
});

test('an owner who becomes a member keeps tokens that see only their own tasks', async () => {
  const [user, colleague] = [await newUser({ role: 'owner' }), await newUser({ role: 'owner' })];
  const token = (userId: string) => openToken(db, accountId, { userId, scope: 'account' });
  const [ownToken, colleagueToken] = [await token(user.id), await token(colleague.id)];
  await changeRole(db, user.id, 'operator');
  const scopes = async () =>
    Promise.all([ownToken, colleagueToken].map(async id => (await findTokenByIdOrPrefix(db, id))?.scope));
  assert.deepEqual(await scopes(), ['account', 'account']);
  await changeRole(db, user.id, 'member');
  assert.deepEqual(await scopes(), ['own', 'account']);
});

test('a change of role ends links and sign-ins that were begun, and the same role again ends nothing', async () => {
  const user = await newUser();
  const [reset, kind] = [await resetLink(user), 'passkey_registration' as const];
  const challenge = await createChallenge(db, { kind, userId: user.id }, {});
  await changeRole(db, user.id, 'member');
  assert.ok(await findInvitation(db, reset));
  await changeRole(db, user.id, 'owner');
  await changeRole(db, user.id, 'member');
  assert.equal(await findInvitation(db, reset), undefined);
  assert.equal(await consumeChallenge(db, challenge, { kind, userId: user.id }), undefined);
});

test('disabling a user ends their sessions, and disabling again keeps the first time', async () => {
  const user = await newUser();
  const { secret } = await openSession(db, user.id);
  await disable(user.id, true);
  await db.pool.query(`update users set disabled_at = '2026-01-01T00:00:00Z' where id = $1`, [user.id]);
  await disable(user.id, true);
  assert.deepEqual((await findUser(db, user.id))?.disabledAt, new Date('2026-01-01T00:00:00Z'));
  await disable(user.id, false);
  assert.equal((await findUser(db, user.id))?.disabledAt, undefined);
  assert.equal(await findSession(db, secret), undefined);
});

test('enabling a user ends no session', async () => {
  const user = await newUser();
  const { secret } = await openSession(db, user.id);
  await disable(user.id, false);
  assert.ok(await findSession(db, secret));
});

test('a new password removes all passkeys but the chosen ones, and links that exist', async () => {
  const [user, stranger] = [await newUser(), await newUser()];
  const [keptPasskey, removedPasskey, otherPasskey] = [
    await registerPasskey(user),
    await registerPasskey(user),
    await registerPasskey(stranger),
  ];
  const reset = await resetLink(user);
  assert.deepEqual(
    await changePassword(db, user.id, { password: 'new', keepPasskeys: [keptPasskey, otherPasskey] }),
    [removedPasskey],
  );
  assert.deepEqual([await passkeyNames(user), await passkeyNames(stranger)], [[keptPasskey], [otherPasskey]]);
  assert.equal((await findUserToSignIn(db, user.email))?.password, 'new');
  assert.equal(await findInvitation(db, reset), undefined);
});

test('a password reset ends everything by which the user could sign in before', async () => {
  const user = await newUser();
  const { secret } = await openSession(db, user.id);
  const [passkey, other] = [await registerPasskey(user), await resetLink(user)];
  const recovery = await recover(user, { email: user.email.toUpperCase() });
  assert.deepEqual([recovery?.user.id, recovery?.passkeys], [user.id, [passkey]]);
  assert.equal((await findUserToSignIn(db, user.email))?.password, 'new');
  assert.equal(await findSession(db, secret), undefined);
  assert.equal(await findInvitation(db, other), undefined);
  assert.deepEqual(await passkeyNames(user), []);
});

test('a password reset for another address or role, or of a disabled user, changes nothing', async () => {
  const user = await newUser();
  const { secret } = await openSession(db, user.id);
  const passkey = await registerPasskey(user);
  assert.equal(await recover(user, { email: 'eve@example.org' }), undefined);
  assert.equal(await recover(user, { role: 'operator' }), undefined);
  assert.equal((await findUserToSignIn(db, user.email))?.password, 'secret');
  assert.ok(await findSession(db, secret));
  assert.deepEqual(await passkeyNames(user), [passkey]);
  await disable(user.id, true);
  assert.equal(await recover(user), undefined);
});

test('disabled operators do not count as operators', async () => {
  const operator = await newUser({ role: 'operator' });
  assert.equal(await countOperators(db), 1);
  await disable(operator.id, true);
  assert.equal(await countOperators(db), 0);
});

test('the counter of a passkey must rise, and one that does not count stays at zero', async () => {
  const user = await newUser();
  const [counting, constantKey] = [await registerPasskey(user, 5), await registerPasskey(user)];
  assert.equal(await recordPasskeyUse(db, counting, 5), false);
  assert.equal(await recordPasskeyUse(db, counting, 0), false);
  const uses = await Promise.all([recordPasskeyUse(db, counting, 6), recordPasskeyUse(db, counting, 6)]);
  assert.equal(uses.filter(Boolean).length, 1);
  assert.equal(await recordPasskeyUse(db, constantKey, 0), true);
  assert.equal(await recordPasskeyUse(db, constantKey, 0), true);
});

test('a passkey has one user, and only that user can remove it', async () => {
  const [user, stranger] = [await newUser(), await newUser()];
  const id = await registerPasskey(user);
  const copy = { id, name: 'copy', publicKey: new Uint8Array(2), counter: 0, transports: [] };
  assert.equal(await addPasskey(db, stranger.id, copy), undefined);
  assert.equal(await removePasskey(db, id, stranger.id), undefined);
  assert.equal((await removePasskey(db, id, user.id))?.name, id);
});
