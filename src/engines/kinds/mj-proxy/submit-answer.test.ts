/** What the answers of servers to submits mean. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dialects } from './dialects.ts';
import { readSubmitted } from './submit-answer.ts';

const client = { clean: (text: string) => text } as Parameters<typeof readSubmitted>[1]['client'];
const terms = { client, dialect: dialects['novicezk'], isFollowUp: false, isPaid: true };

test('a word that is not allowed is named once', () => {
  const readRefusal = (description: string, bannedWord: string) => () => {
    const body = JSON.stringify({ code: 24, description, properties: { bannedWord } });
    const response = { contentType: 'application/json', headers: {}, bytes: Buffer.from(body) };
    readSubmitted({ status: 200, isOk: true, ...response }, terms);
  };
  const message = 'it refused the content: banned word: zeppelin';
  assert.throws(readRefusal('banned word: zeppelin', 'zeppelin'), { message });
  assert.throws(readRefusal('banned word', 'zeppelin'), {
    message: 'it refused the content: banned word (zeppelin)',
  });
  assert.throws(readRefusal('banned word', ''), { message: 'it refused the content: banned word' });
});
