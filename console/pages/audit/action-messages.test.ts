import assert from 'node:assert/strict';
import { test } from 'node:test';
import { procedures } from '../../../src/api/procedures/table/procedures.ts';

// Stored values listen for changes in the browser's other tabs.
Object.assign(globalThis, { window: { addEventListener: () => {} } });
const { actionMessages } = await import('./action-messages.ts');

/** Audit actions that are not procedures, such as users changing their own sign-in methods. */
const signIns = ['identity link', 'passkey add', 'passkey remove', 'user join', 'user password'];
const programs = ['oauth consent', 'oauth token', 'oauth reuse', 'oauth revoke'];
/** What the server does by itself. */
const plans = ['plan end', 'plan renew'];

test('every audited action has a label in both languages', () => {
  const auditedNames = procedures.filter(({ changes }) => changes).map(({ name }) => name);
  for (const { actions } of [actionMessages.en, actionMessages.zh])
    assert.deepEqual(
      Object.keys(actions).toSorted(),
      [...auditedNames, ...signIns, ...programs, ...plans].toSorted(),
    );
  for (const [action, text] of Object.entries(actionMessages.zh.actions))
    assert.match(text.replace(' webhook', ''), /^\p{Script=Han}+$/u, action);
});
