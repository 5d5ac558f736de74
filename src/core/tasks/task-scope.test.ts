import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isInScope, isSameScope, pickOwner, scopedKey, scopeOfToken } from './task-scope.ts';

const token = { id: 't1', accountId: 'a1', userId: 'u1', scope: 'own' } as const;
const task = { accountId: 'a1', userId: 'u1', tokenId: 't1' };

test('an account-wide token sees the whole account', () => {
  assert.deepEqual(scopeOfToken({ ...token, scope: 'account' }), { accountId: 'a1' });
});

test('a token of a user sees the tasks of that user, and a token without a user only its own', () => {
  assert.deepEqual(scopeOfToken(token), { accountId: 'a1', userId: 'u1' });
  assert.deepEqual(scopeOfToken({ ...token, userId: undefined }), { accountId: 'a1', tokenId: 't1' });
});

test('a task is in scope only when account, user and token all match', () => {
  assert.equal(isInScope(task, {}), true);
  assert.equal(isInScope(task, { accountId: 'a1', userId: 'u1', tokenId: 't1' }), true);
  assert.equal(isInScope(task, { accountId: 'a2' }), false);
  assert.equal(isInScope(task, { accountId: 'a1', userId: 'u2' }), false);
  assert.equal(isInScope({ ...task, userId: undefined }, { accountId: 'a1', userId: 'u1' }), false);
  assert.equal(isInScope(task, { accountId: 'a1', tokenId: 't2' }), false);
});

test('two scopes are the same only when they limit the same fields', () => {
  assert.equal(isSameScope({ accountId: 'a1' }, { accountId: 'a1', userId: undefined }), true);
  assert.equal(isSameScope({ accountId: 'a1' }, { accountId: 'a1', userId: 'u1' }), false);
});

test('an idempotency key is separate for each user', () => {
  const one = scopedKey({ accountId: 'a1', userId: 'u1' }, 'key');
  const other = scopedKey({ accountId: 'a1', userId: 'u2' }, 'key');
  assert.notEqual(one, other);
  assert.equal(scopedKey({ accountId: 'a1' }, 'key'), 'key');
  assert.equal(scopedKey({ accountId: 'a1', tokenId: 't1' }, 'key'), 't1\u001fkey');
});

test('the owner of a task has no other fields of the task', () => {
  assert.deepEqual(pickOwner({ ...task, prompt: 'a secret' } as typeof task), task);
});
