import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Token } from '../../data/tokens/tokens.ts';
import { draftFrom, toDraft, toChangeInput, toCreateInput, withModel } from './token-draft.ts';

const token = {
  group: 'image',
  scope: 'own',
  name: 'bot',
  cap_total: '5.00',
  cap_day: null,
  cap_month: null,
  models: ['a', 'b'],
  addresses: null,
  max_open: 2,
  max_per_minute: null,
  ask_above: null,
  tier: null,
} as Partial<Token> as Token;

test('a new token expires in 90 days and has a cap of 10, unless the URL says otherwise', () => {
  assert.deepEqual(toCreateInput(draftFrom({ group: 'image', name: ' friend ', cap_total: '1' })), {
    group: 'image',
    name: 'friend',
    cap_total: '1',
    expires: '90d',
  });
  assert.equal(toCreateInput(draftFrom({ group: 'image', expires: 'never' }))['expires'], 'never');
  assert.equal(draftFrom({}).cap_total, '10');
  assert.equal(draftFrom({ cap_day: '1' }).cap_total, '');
});

test('a change of a token contains only changed fields, and removes emptied limits', () => {
  assert.deepEqual(toChangeInput(token, toDraft(token)), {});
  const draft = { ...toDraft(token), cap_total: '', cap_day: '1', models: 'a' };
  assert.deepEqual(toChangeInput(token, draft), { cap_total: 'none', cap_day: '1', models: 'a' });
  assert.deepEqual(toChangeInput(token, { ...toDraft(token), expires: '30d' }), { expires: '30d' });
  assert.deepEqual(
    toChangeInput(token, { ...toDraft(token), name: ' ' }),
    { name: '' },
    'no name is no limit',
  );
});

test('one form creates an image token and a video token, without restricting their models', () => {
  const draft = draftFrom({ group: 'image', both: '1', name: 'studio', models: 'sketch' });
  assert.deepEqual(toCreateInput(draft), {
    group: 'image,video',
    name: 'studio',
    cap_total: '10',
    expires: '90d',
  });
});

test('the scope of a token is sent when it changes, and can be reset to its own tasks', () => {
  assert.equal(toCreateInput(draftFrom({ group: 'image', scope: 'account' }))['scope'], 'account');
  const wide = { ...token, scope: 'account' } as Partial<Token> as Token;
  assert.deepEqual(toChangeInput(wide, { ...toDraft(wide), scope: '' }), { scope: 'own' });
  assert.deepEqual(toChangeInput(token, { ...toDraft(token), scope: 'account' }), { scope: 'account' });
});

test('a model is added to the list, and removed from it', () => {
  assert.equal(withModel('', 'a'), 'a');
  assert.equal(withModel('a,b', 'a'), 'b');
});
