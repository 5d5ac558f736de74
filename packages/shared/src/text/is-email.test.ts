import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isEmail } from './is-email.ts';

test('addresses with the characters that mail allows, in any script, are accepted', () => {
  for (const text of [
    'a@example.com',
    'a.b+c@mail.example.org',
    "o'x@b.cd",
    'r&d@example.com',
    'dept/name=x@example.com',
    'ä@b.cd',
    'info@müller.de',
    '用户@例子.广告',
    'a@xn--mller-kva.xn--fiqs8s',
  ])
    assert.equal(isEmail(text), true, text);
});

test('texts that no mail can be sent to are rejected, however long', () => {
  const texts = [
    '',
    'a@b',
    'a@b..c',
    'a b@c.de',
    '.a@b.cd',
    '@b.cd',
    'a@b.c',
    'a@-b.cd',
    'a..b@c.de',
    'a.@b.cd',
  ];
  for (const text of [...texts, 'a@b.cd,c@d.ef', `${'a.'.repeat(200_000)}@`, `a@${'b-'.repeat(200_000)}`])
    assert.equal(isEmail(text), false, text.slice(0, 40));
});
