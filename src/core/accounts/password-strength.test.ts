import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rejectWeakPassword } from './password-strength.ts';

const owner = { email: 'ann.miller@studio-north.example', name: 'Ann Miller' };
const weak = [
  'passwordpassword',
  '123456789012',
  'qwertyuiop12',
  'aaaaaaaaaaaa',
  'Password1234!',
  'administrator',
  'kinorakinora',
  'Kinora-2026!!',
  'kinora operator',
  'ann.miller2026',
  'studio-north1',
  'November2026!',
  'changemechangeme',
  '密码密码密码密码密码密码',
  'password1'.repeat(22),
];
const strong = [
  'correct horse battery',
  'x7Gq2pLm9sTv',
  'my cat sleeps on the roof',
  '红色的猫睡在旧屋顶上面看星星',
];

test('common, repeated and sequential passwords and those with the name of the owner or service are rejected', async () => {
  for (const password of weak)
    await assert.rejects(rejectWeakPassword(password, owner), { code: 'password_weak' }, password);
});

test('phrases and random characters are accepted, in any script', async () => {
  for (const password of strong) await rejectWeakPassword(password, owner);
});
