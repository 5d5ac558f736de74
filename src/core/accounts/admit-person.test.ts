import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freshDatabase } from '../../../test/support/servers/database.ts';
import { openUser } from '../../../test/support/setups/users.ts';
import { openDatabase } from '../../platform/db/open.ts';
import { newRowId } from '../../platform/lib/id.ts';
import { createAccount } from './accounts.ts';
import { admitPerson, type Person } from './admit-person.ts';
import { listAudit } from './audit.ts';
import { findUserByIdentity, linkIdentity } from './identities.ts';
import { disableUser, findUser, listUsers } from './users.ts';

const db = openDatabase({ connectionString: await freshDatabase() });
test.after(() => db.close());

const [accountName, issuer] = ['Studio', 'https://id.example.org'];
const accountId = (await createAccount(db, accountName))?.id ?? '';
const closed = { accountName: undefined, address: '203.0.113.7' };
const open = { ...closed, accountName };
const newPerson = (given: Partial<Person> = {}): Person => ({
  issuer,
  subject: newRowId(),
  email: `${newRowId()}@example.org`,
  isEmailVerified: true,
  name: 'Ada',
  ...given,
});
const actionsOn = async (object: string) =>
  (await listAudit(db, { object, limit: 10 })).map(({ action, actor, address }) => [action, actor, address]);

test('an address that the provider has not verified grants nothing, even to an existing user', async () => {
  const { email, id } = await openUser(db, { accountId, role: 'operator' });
  for (const person of [newPerson({ email, isEmailVerified: false }), newPerson({ email: undefined })])
    await assert.rejects(admitPerson(db, person, open), { code: 'email_unverified' });
  assert.deepEqual(await actionsOn(id), []);
});

test('the first sign-in links the user of the address, in any case, and keeps role and password', async () => {
  const user = await openUser(db, { accountId, role: 'owner' });
  const person = newPerson({ email: user.email.toUpperCase(), name: 'Somebody' });
  assert.deepEqual(await admitPerson(db, person, closed), user);
  assert.equal((await findUserByIdentity(db, person))?.id, user.id);
  assert.deepEqual(await actionsOn(user.id), [['identity link', user.email, closed.address]]);
});

test('a new person joins the account as a member without a password, if new users may', async () => {
  const person = newPerson();
  await assert.rejects(admitPerson(db, person, closed), { code: 'identity_unknown' });
  assert.equal(await findUser(db, person.email ?? ''), undefined);
  const user = await admitPerson(db, person, { ...open, accountName: 'STUDIO' });
  assert.deepEqual(
    [user.accountId, user.role, user.name, user.hasPassword],
    [accountId, 'member', 'Ada', false],
  );
  assert.deepEqual(
    (await actionsOn(user.id)).map(([action]) => action),
    ['identity link', 'user join'],
  );
});

test('a person without a name is called by the address', async () => {
  const person = newPerson({ name: undefined });
  assert.equal((await admitPerson(db, person, open)).name, person.email);
});

test('if the account for new users does not exist, nobody joins', async () => {
  const person = newPerson();
  const admission = { ...open, accountName: 'nowhere' };
  await assert.rejects(admitPerson(db, person, admission), { code: 'account_unknown' });
  assert.equal(await findUser(db, person.email ?? ''), undefined);
});

test('a disabled user is rejected and not linked', async () => {
  const user = await openUser(db, { accountId });
  await db.transaction(tx => disableUser(tx, user.id, true));
  const person = newPerson({ email: user.email });
  await assert.rejects(admitPerson(db, person, open), { code: 'user_disabled' });
  assert.equal(await findUserByIdentity(db, person), undefined);
});

test('simultaneous first sign-ins of one person create one user and one link', async () => {
  const person = newPerson();
  const users = await Promise.all([1, 2, 3, 4].map(() => admitPerson(db, person, open)));
  const ids = new Set(users.map(({ id }) => id));
  assert.equal(ids.size, 1);
  const [id = ''] = ids;
  assert.equal((await listUsers(db)).filter(({ email }) => email === person.email).length, 1);
  assert.deepEqual((await actionsOn(id)).map(([action]) => action).toSorted(), [
    'identity link',
    'user join',
  ]);
});

test('an identity stays with its user when the address is given to somebody else', async () => {
  const [first, second] = [await openUser(db, { accountId }), await openUser(db, { accountId })];
  const person = newPerson({ email: first.email });
  await admitPerson(db, person, closed);
  const moved = { ...person, email: second.email };
  assert.equal((await admitPerson(db, moved, closed)).id, first.id);
  assert.equal(await linkIdentity(db, person, second.id), false);
  assert.equal((await findUserByIdentity(db, person))?.id, first.id);
});

test('the same subject at another issuer is another person', async () => {
  const user = await openUser(db, { accountId });
  const person = newPerson({ email: user.email });
  await admitPerson(db, person, closed);
  assert.equal(await findUserByIdentity(db, { ...person, issuer: 'https://other.example' }), undefined);
});
