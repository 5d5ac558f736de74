/** Choosing a replacement for a token that is no longer active. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { replacementTokens } from './replacement-tokens.ts';
import type { Token } from './tokens.ts';

const task = { account: 'a', group: 'image', kind: 'image', model: 'sketch' } as const;
const token = (id: string, fields: Partial<Token> = {}) =>
  ({ id, account: 'a', group: 'image', kind: 'image', state: 'active', models: null, ...fields }) as Token;
const replacementIds = (tokens: readonly Token[], chosenTokenId = '') =>
  replacementTokens(task, tokens, chosenTokenId).map(({ id }) => id);

test('tokens of the same group are listed first, after the token that was chosen', () => {
  const tokens = [token('partner', { group: 'partners' }), token('second'), token('third')];
  assert.deepEqual(replacementIds(tokens), ['second', 'third', 'partner']);
  assert.deepEqual(replacementIds(tokens, 'partner'), ['partner', 'second', 'third']);
});

test('tokens that cannot be used for the task are not offered', () => {
  const tokens = [
    token('revoked', { state: 'revoked' }),
    token('expired', { state: 'expired' }),
    token('clips', { kind: 'video' }),
    token('elsewhere', { account: 'b' }),
    token('narrow', { models: ['other'] }),
    token('fit', { models: ['sketch'] }),
  ];
  assert.deepEqual(replacementIds(tokens), ['fit']);
});
