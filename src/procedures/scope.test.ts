import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Queryable } from '../db/open.ts';
import type { Role } from '../accounts/users.ts';
import type { Actor } from './procedure.ts';
import { rejectBelow } from './run-procedure.ts';
import { hasRole, scopeOf, userIdOf, userToRead } from './scope.ts';

const host: Actor = { kind: 'host', accountId: 'a1' };
const user = (role: Role): Actor => ({
  kind: 'user',
  userId: 'u1',
  accountId: 'a1',
  role,
  name: 'Ada',
  address: '203.0.113.7',
  sessionId: 's1',
});
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
  assert.deepEqual(scopeOf({ db, actor: user('member') }), { accountId: 'a1', userId: 'u1' });
  assert.deepEqual(scopeOf({ db, actor: user('owner') }), { accountId: 'a1', userId: undefined });
  assert.deepEqual(scopeOf({ db, actor: user('operator') }), { accountId: undefined, userId: undefined });
});

test('only a member is limited to what it created', () => {
  assert.equal(userToRead({ actor: user('member') }), 'u1');
  assert.equal(userToRead({ actor: user('owner') }), undefined);
  assert.equal(userToRead({ actor: host }), undefined);
});

test('the host has no user ID', () => {
  assert.equal(userIdOf(host), undefined);
  assert.equal(userIdOf(user('member')), 'u1');
});

test('a procedure rejects roles below its own', () => {
  assert.throws(() => rejectBelow(user('member'), 'owner'), { code: 'not_allowed' });
  assert.doesNotThrow(() => rejectBelow(user('owner'), 'owner'));
  assert.doesNotThrow(() => rejectBelow(user('member'), 'anyone'));
});
