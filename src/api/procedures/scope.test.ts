import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freshDatabase } from '../../../test/support/servers/database.ts';
import { toActor } from '../../../test/support/setups/context.ts';
import { openCustomer, openToken, submitClip } from '../../../test/support/setups/customers.ts';
import { openUser } from '../../../test/support/setups/users.ts';
import { findAccount } from '../../core/accounts/accounts.ts';
import { openDatabase } from '../../platform/db/open.ts';
import { newRowId } from '../../platform/lib/id.ts';
import { createCollection } from '../../core/tasks/library/collections.ts';
import type { Queryable } from '../../platform/db/open.ts';
import type { UserRole } from '../../core/accounts/users.ts';
import type { Actor } from './procedure.ts';
import { rejectBelow } from './run-procedure.ts';
import {
  resolveAccount,
  accountToRead,
  resolveCollection,
  hasRole,
  resolveOwnCollection,
  actorScope,
  resolveTask,
  resolveToken,
  actorUserId,
  userToRead,
} from './scope.ts';

const host: Actor = { kind: 'host', accountId: 'a1' };
const user = (role: UserRole) => toActor({ id: 'u1', accountId: 'a1', role, name: 'Ada' });
const db: Queryable = {
  query: () => Promise.reject(new Error('Nothing is read')),
  hint: () => {},
};

test('each role has the rights of the roles below it, and the host has all', () => {
  assert.equal(hasRole(user('member'), 'owner'), false);
  assert.equal(hasRole(user('owner'), 'member'), true);
  assert.equal(hasRole(user('owner'), 'operator'), false);
  assert.equal(hasRole(host, 'operator'), true);
});

test('a member accesses its own tasks, an owner those of the account, an operator all tasks', () => {
  assert.deepEqual(actorScope({ db, actor: user('member') }), { accountId: 'a1', userId: 'u1' });
  assert.deepEqual(actorScope({ db, actor: user('owner') }), { accountId: 'a1', userId: undefined });
  assert.deepEqual(actorScope({ db, actor: user('operator') }), { accountId: undefined, userId: undefined });
});

test('only a member is limited to what it created', () => {
  assert.equal(userToRead({ actor: user('member') }), 'u1');
  assert.equal(userToRead({ actor: user('owner') }), undefined);
  assert.equal(userToRead({ actor: host }), undefined);
});

test('the host has no user ID', () => {
  assert.equal(actorUserId(host), undefined);
  assert.equal(actorUserId(user('member')), 'u1');
});

test('a procedure rejects roles below its own', () => {
  assert.throws(() => rejectBelow(user('member'), 'owner'), { code: 'not_allowed' });
  assert.doesNotThrow(() => rejectBelow(user('owner'), 'owner'));
  assert.doesNotThrow(() => rejectBelow(user('member'), 'anyone'));
});

const stored = openDatabase({ connectionString: await freshDatabase() });
test.after(() => stored.close());

/** An account with a member, a colleague and an owner, and an operator of another account. */
async function openStudio() {
  const { accountId, tokenId } = await openCustomer(stored);
  const elsewhere = (await openCustomer(stored)).accountId;
  const [member, colleague, owner] = [
    await openUser(stored, { accountId }),
    await openUser(stored, { accountId }),
    await openUser(stored, { accountId, role: 'owner' }),
  ];
  const [operator, stranger] = [
    await openUser(stored, { accountId: elsewhere, role: 'operator' }),
    await openUser(stored, { accountId: elsewhere, role: 'owner' }),
  ];
  return { accountId, tokenId, elsewhere, member, colleague, owner, operator, stranger };
}
type Studio = Awaited<ReturnType<typeof openStudio>>;
type Person = 'member' | 'colleague' | 'owner' | 'operator' | 'stranger';
const people: readonly Person[] = ['member', 'colleague', 'owner', 'operator', 'stranger'];

/** Who gets what is asked for. All others get this error. */
async function whoGets(
  studio: Studio,
  ask: (asking: { db: Queryable; actor: Actor }) => Promise<unknown>,
  code: string,
): Promise<Person[]> {
  const getting: Person[] = [];
  for (const person of people) {
    const answer = ask({ db: stored, actor: toActor(studio[person]) });
    if (await answer.then(Boolean, (error: { code?: string }) => assert.equal(error.code, code)))
      getting.push(person);
  }
  return getting;
}

test('an account is found by its users and by operators, and is unknown to all others', async () => {
  const studio = await openStudio();
  const { name = '' } = (await findAccount(stored, studio.accountId)) ?? {};
  for (const idOrName of [studio.accountId, name.toUpperCase()])
    assert.deepEqual(
      await whoGets(
        studio,
        async asking => (await resolveAccount(asking, idOrName)) === studio.accountId,
        'account_unknown',
      ),
      ['member', 'colleague', 'owner', 'operator'],
    );
  const nobodys = whoGets(studio, asking => resolveAccount(asking, newRowId()), 'account_unknown');
  assert.deepEqual(await nobodys, []);
});

test('without a named account, an operator reads all accounts, and everybody else their own', async () => {
  const { operator, owner, accountId, elsewhere } = await openStudio();
  const asking = (user: typeof owner) => ({ db: stored, actor: toActor(user) });
  assert.equal(await accountToRead(asking(operator), undefined), undefined);
  assert.equal(await accountToRead(asking(operator), accountId), accountId);
  assert.equal(await accountToRead(asking(owner), undefined), accountId);
  await assert.rejects(accountToRead(asking(owner), elsewhere), { code: 'account_unknown' });
});

test('a token of the account is found by its owners, and by a member only if it is their own', async () => {
  const studio = await openStudio();
  const ownToken = await openToken(stored, studio.accountId, { userId: studio.member.id });
  const gets = (token: string) => whoGets(studio, asking => resolveToken(asking, token), 'token_unknown');
  assert.deepEqual(await gets(ownToken), ['member', 'owner', 'operator']);
  assert.deepEqual(await gets(studio.tokenId), ['owner', 'operator'], 'a token without a user');
  assert.deepEqual(await gets(newRowId()), []);
});

test('a task is found by the user who submitted it, the owners of its account and operators', async () => {
  const studio = await openStudio();
  const gets = (task: string) => whoGets(studio, asking => resolveTask(asking, task), 'task_unknown');
  const ownTask = await submitClip(stored, studio, { userId: studio.member.id });
  assert.deepEqual(await gets(ownTask), ['member', 'owner', 'operator']);
  await stored.pool.query('update tasks set deleted_at = now() where public_id = $1', [ownTask]);
  assert.deepEqual(await gets(ownTask), ['member', 'owner', 'operator'], 'it is deleted');
  assert.deepEqual(await gets(await submitClip(stored, studio)), ['owner', 'operator'], 'without a user');
});

test('a collection is read in its whole account, and changed by the member who created it and by owners', async () => {
  const studio = await openStudio();
  const { accountId, member } = studio;
  const collection = await createCollection(stored, { accountId, name: 'best', createdBy: member.id });
  assert.ok(typeof collection === 'object' && 'id' in collection);
  assert.deepEqual(
    await whoGets(studio, asking => resolveCollection(asking, collection.id), 'collection_unknown'),
    ['member', 'colleague', 'owner', 'operator'],
  );
  const change = (person: Person) =>
    resolveOwnCollection({ db: stored, actor: toActor(studio[person]) }, collection.id);
  for (const person of ['member', 'owner', 'operator'] as const)
    assert.equal((await change(person)).id, collection.id);
  await assert.rejects(change('colleague'), { code: 'not_allowed' });
  await assert.rejects(change('stranger'), { code: 'collection_unknown' });
});
