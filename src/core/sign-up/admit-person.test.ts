import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freshDatabase } from '../../../test/support/servers/database.ts';
import { openUser } from '../../../test/support/setups/users.ts';
import { openDatabase } from '../../platform/db/open.ts';
import { newRowId } from '../../platform/lib/id.ts';
import { createAccount, findAccount } from '../accounts/accounts.ts';
import type { Person } from '../accounts/sign-in-provider.ts';
import { admitPerson } from './admit-person.ts';
import { listAudit } from '../accounts/audit.ts';
import { findUserByIdentity, linkIdentity } from '../accounts/identities.ts';
import type { SignUpTerms } from './sign-up.ts';
import { changeSite } from '../operate/site.ts';
import { disableUser, findUser, listUsers } from '../accounts/users.ts';

const db = openDatabase({ connectionString: await freshDatabase() });
test.after(() => db.close());

const [accountName, issuer] = ['Studio', 'https://id.example.org'];
const accountId = (await createAccount(db, accountName))?.id ?? '';
const terms: SignUpTerms = {
  signUp: 'invitation',
  signUpDomains: [],
  signUpsPerHour: 2,
  signUpCreditMicros: 0n,
  signUpCreditDays: 0,
};
const closed = { accountName: undefined, address: '203.0.113.7', terms };
const open = { ...closed, accountName };
const newPerson = (changes: Partial<Person> = {}): Person => ({
  issuer,
  subject: newRowId(),
  email: `${newRowId()}@example.org`,
  isEmailVerified: true,
  name: 'Ada',
  ...changes,
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
  const movedPerson = { ...person, email: second.email };
  assert.equal((await admitPerson(db, movedPerson, closed)).id, first.id);
  assert.equal(await linkIdentity(db, person, second.id), false);
  assert.equal((await findUserByIdentity(db, person))?.id, first.id);
});

test('the same subject at another issuer is another person', async () => {
  const user = await openUser(db, { accountId });
  const person = newPerson({ email: user.email });
  await admitPerson(db, person, closed);
  assert.equal(await findUserByIdentity(db, { ...person, issuer: 'https://other.example' }), undefined);
});

test('where anybody can sign up, a person opens an account of their own, with its credit, once', async () => {
  const admission = {
    ...closed,
    terms: { ...terms, signUp: 'open', signUpCreditMicros: 3_000_000n } as const,
  };
  const person = newPerson({ name: 'Grace' });
  const [first, second] = await Promise.all([
    admitPerson(db, person, admission),
    admitPerson(db, person, admission),
  ]);
  assert.equal(first.id, second.id);
  assert.equal(first.role, 'owner');
  const account = await findAccount(db, first.accountId);
  assert.deepEqual([account?.name, account?.availableMicros], ['Grace', 3_000_000n]);
  const other = await admitPerson(db, newPerson({ name: 'Grace' }), { ...admission, address: '203.0.113.8' });
  assert.equal((await findAccount(db, other.accountId))?.name, 'Grace 2');
});

test('sign-ups at a provider are limited to the allowed domains, and by network', async () => {
  const admission = { ...closed, address: '203.0.113.9', terms: { ...terms, signUp: 'open' } as const };
  const limitedRequest = { ...admission, terms: { ...admission.terms, signUpDomains: ['example.com'] } };
  await assert.rejects(admitPerson(db, newPerson(), limitedRequest), { code: 'field_invalid' });
  await admitPerson(db, newPerson(), admission);
  await admitPerson(db, newPerson(), admission);
  await assert.rejects(admitPerson(db, newPerson(), admission), { code: 'sign_ups_too_many' });
});

test('whoever opens an account at a provider has accepted the terms, which the page says; whoever joins one has not', async () => {
  const none = {
    name: undefined,
    contact: undefined,
    announcement: undefined,
    privacy: undefined,
    accentLight: undefined,
    accentDark: undefined,
  };
  await changeSite(db, { ...none, terms: 'Be kind.' });
  const admission = { ...closed, address: '203.0.113.99', terms: { ...terms, signUp: 'open' } as const };
  const [founder, member] = [
    await admitPerson(db, newPerson(), admission),
    await admitPerson(db, newPerson(), open),
  ];
  const { rows } = await db.pool.query(
    'select id from users where terms_accepted_at is not null and id = any($1)',
    [[founder.id, member.id]],
  );
  assert.deepEqual(rows, [{ id: founder.id }]);
});
