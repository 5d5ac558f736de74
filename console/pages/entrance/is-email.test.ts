import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { isEmail } from './is-email.ts';

test('an e-mail is one here where the server says so', () => {
  const server = z.email();
  const texts = [
    'a@example.com',
    'a.b+c@mail.example.org',
    'a@b',
    'a@b..c',
    'a b@c.de',
    '.a@b.cd',
    '@b.cd',
    'a@b.c',
    "o'x@b.cd",
    'a@-b.cd',
    'a..b@c.de',
    'ä@b.cd',
    'a.@b.cd',
  ];
  for (const text of texts) assert.equal(isEmail(text), server.safeParse(text).success, text);
});
