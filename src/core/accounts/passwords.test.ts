import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hashPassword, isPassword } from './passwords.ts';

test('a password matches its hash, whether its accents are composed or decomposed', async () => {
  const stored = await hashPassword('caf\u00e9 at noon');
  assert.match(stored, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  assert.equal(await isPassword('cafe\u0301 at noon', stored), true);
  assert.equal(await isPassword('cafe at noon', stored), false);
});

test('hashing the same password again gives a different hash', async () => {
  assert.notEqual(await hashPassword('same'), await hashPassword('same'));
});

test('no password matches a user who has none', async () => {
  assert.equal(await isPassword('', undefined), false);
});

test('a stored hash that is not an argon2id string is an error', async () => {
  await assert.rejects(isPassword('x', 'plain text'), /not an argon2id string/);
});
