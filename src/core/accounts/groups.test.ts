import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freshDatabase } from '../../../test/support/servers/database.ts';
import { openCustomer, openToken } from '../../../test/support/setups/customers.ts';
import { openDatabase } from '../../platform/db/open.ts';
import { changeGroup, createGroup, deleteGroup, findGroup, groupsWithModel, type Group } from './groups.ts';

const db = openDatabase({ connectionString: await freshDatabase() });
test.after(() => db.close());

const [{ accountId: one }, { accountId: two }] = [await openCustomer(db), await openCustomer(db)];
const group: Group = {
  name: '',
  kind: 'video',
  factorMicros: 1_000_000n,
  models: undefined,
  isOpen: true,
  accounts: [],
  isModerated: true,
  defaultVersion: undefined,
  servesAnyModel: false,
  isForNewAccounts: false,
};
const create = (name: string, rules: Partial<Group> = {}) => createGroup(db, { ...group, name, ...rules });
const change = (name: string, rules: Partial<Group>) => changeGroup(db, name, { ...group, ...rules });

test('a group is read as it was created', async () => {
  const rules = {
    kind: 'image',
    factorMicros: 1n,
    models: ['a', 'b'],
    isOpen: false,
    accounts: [one],
    isModerated: false,
    defaultVersion: '7',
    servesAnyModel: true,
    isForNewAccounts: true,
  } as const;
  assert.equal(await create('whole', rules), true);
  assert.deepEqual(await findGroup(db, 'whole'), { name: 'whole', ...rules });
});

test('a name that is taken creates nothing, and lets no account into the group that has it', async () => {
  await create('taken', { isOpen: false, accounts: [one] });
  assert.equal(await create('taken', { accounts: [two], factorMicros: 0n }), false);
  const group = await findGroup(db, 'taken');
  assert.deepEqual([group?.accounts, group?.factorMicros], [[one], 1_000_000n]);
});

test('a change of a group is told within the process before its caller learns of it', async () => {
  await create('told');
  let notifications = 0;
  db.hints.on('tokens', () => void notifications++);
  await change('told', { factorMicros: 2n });
  assert.equal(notifications, 1);
  await change('unknown', { factorMicros: 2n });
  assert.equal(notifications, 1, 'nothing has changed');
});

test('a change replaces the accounts of a group: those that are left out lose it', async () => {
  await create('club', { isOpen: false, accounts: [one] });
  assert.equal(await change('club', { isOpen: false, accounts: [two] }), true);
  assert.deepEqual((await findGroup(db, 'club'))?.accounts, [two]);
  await change('club', { isOpen: false, accounts: [two, one] });
  assert.deepEqual((await findGroup(db, 'club'))?.accounts, [one, two].toSorted());
  await change('club', { isOpen: false, accounts: [] });
  assert.deepEqual((await findGroup(db, 'club'))?.accounts, []);
  assert.equal(await change('nobody', {}), false);
});

test('a group with a token is not deleted, even if the token was revoked', async () => {
  await create('used');
  await create('unused', { accounts: [one] });
  const token = await openToken(db, one, { group: 'used' });
  await db.pool.query('update tokens set revoked_at = now() where id = $1', [token]);
  assert.equal(await deleteGroup(db, 'used'), false);
  assert.equal(await deleteGroup(db, 'unused'), true);
  assert.equal(await deleteGroup(db, 'unused'), false);
});

test('an account can use a model in the groups that have it and are open to the account', async () => {
  await create('all-of-film');
  await create('lists-film', { models: ['film'] });
  await create('lists-others', { models: ['other'] });
  await create('guests', { models: ['film'], isOpen: false, accounts: [one] });
  const names = async (accountId: string) =>
    (await groupsWithModel(db, { id: 'film', group: 'all-of-film' }, accountId)).map(({ name }) => name);
  assert.deepEqual(await names(one), ['all-of-film', 'lists-film', 'guests']);
  assert.deepEqual(await names(two), ['all-of-film', 'lists-film']);
  await change('all-of-film', { models: [] });
  assert.deepEqual(await names(two), ['lists-film'], 'an empty list is a list without models');
});
