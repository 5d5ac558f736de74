import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clientName } from './client-name.ts';
import { newSession } from './client-session.ts';

const bodyWithName = (name: unknown) => ({ params: { clientInfo: { name } } });
const headers = (session?: string) => ({
  'user-agent': 'node/24',
  ...(session && { 'mcp-session-id': session }),
});

test('a program is named by its message, then by its session, then by its User-Agent', () => {
  const session = newSession('cursor');
  assert.equal(clientName({ body: bodyWithName('claude-code'), headers: headers(session) }), 'claude-code');
  assert.equal(clientName({ body: {}, headers: headers(session) }), 'cursor');
  assert.equal(clientName({ body: {}, headers: headers() }), 'node');
});

test('no name has characters that a database or a list cannot take, wherever it comes from', () => {
  const hostile = `a\u0000b\u202ec\n${'x'.repeat(200)}`;
  const plain = `a b c ${'x'.repeat(58)}`;
  assert.equal(clientName({ body: bodyWithName(hostile), headers: headers() }), plain);
  assert.equal(clientName({ body: {}, headers: headers(newSession(hostile)) }), plain);
  assert.equal(clientName({ body: bodyWithName('\u0000'), headers: headers(newSession('\u200b')) }), 'node');
});
