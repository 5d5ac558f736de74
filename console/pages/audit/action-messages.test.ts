import assert from 'node:assert/strict';
import { test } from 'node:test';
import { procedures } from '../../../src/procedures/procedures.ts';

// What is kept between visits listens to the browser's other tabs.
Object.assign(globalThis, { window: { addEventListener: () => {} } });
const { actionMessages } = await import('./action-messages.ts');

/** What users do with their own sign-in is noted, too, and is no procedure. */
const signIns = ['identity link', 'passkey add', 'passkey remove', 'user join', 'user password'];

test('everything that is noted has words of its own, in both languages', () => {
  const noted = procedures.filter(({ changes }) => changes).map(({ name }) => name);
  for (const { actions } of [actionMessages.en, actionMessages.zh])
    assert.deepEqual(Object.keys(actions).toSorted(), [...noted, ...signIns].toSorted());
  for (const [action, text] of Object.entries(actionMessages.zh.actions))
    assert.match(text.replace(' webhook', ''), /^\p{Script=Han}+$/u, action);
});
