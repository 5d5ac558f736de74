import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { isEmail } from './is-email.ts';

test('the form accepts the same email addresses as the server', () => {
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
