import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seededRandom } from '@kinora/sketch/random';
import { isStrongKey } from './key-strength.ts';

test('randomly generated keys are strong', () => {
  for (const key of [
    'sk-Zt4GvWvDqYbXn2c8kLr0pHs6mJ1uFe9aTiQo3RyUwCxEzBhN',
    'sk-9fB2kQ7xVn4LmT0cWz8yRA',
    '0f8b1c9e2d7a4653b8e1f09c7d2a6b54',
    '3b2f9c1e-84d7-4a06-9e5b-7c1d0f2a8e63',
  ])
    assert.ok(isStrongKey(key), key);
  const random = seededRandom(24);
  const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  const drawOne = () => letters[Math.floor(random() * letters.length)];
  for (let round = 0; round < 1000; round++) {
    const key = Array.from({ length: 24 }, drawOne).join('');
    assert.ok(isStrongKey(key), key);
  }
});

test('words, repetitions, sequences and short keys are weak', () => {
  for (const key of [
    'admin',
    'midjourney-proxy-api-secret',
    'correct-horse-battery-staple',
    'admin-password-please-change-me',
    'qwertyuiopasdfghjklzxcvbnm',
    'my-company-production-key-2024',
    'http://localhost:4040/v1/images',
    'passwordpasswordpasswordpassword',
    'sk-aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
    'sk-12345678901234567890123456789012345678901234567890',
    'abcdefghijklmnopqrstuvwxyz0123456789',
    '',
  ])
    assert.ok(!isStrongKey(key), key);
});

test('a key with characters that are not allowed in a header is rejected', () => {
  const strong = 'sk-Zt4GvWvDqYbXn2c8kLr0pHs6mJ1uFe9aTiQo3RyUwCxEzBhN';
  for (const key of [`${strong} `, `${strong}\n`, `密${strong}`]) assert.ok(!isStrongKey(key));
});
