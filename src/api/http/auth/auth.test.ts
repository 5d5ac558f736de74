import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freshDatabase } from '../../../../test/support/servers/database.ts';
import { createAccount } from '../../../core/accounts/accounts.ts';
import { createToken, revokeToken, type NewToken } from '../../../core/accounts/change-token.ts';
import type { Notifications } from '../../../platform/db/notifications.ts';
import { openDatabase } from '../../../platform/db/open.ts';
import { openAuthenticator } from './auth.ts';

const db = openDatabase({ connectionString: await freshDatabase() });
test.after(() => db.close());

const account = await createAccount(db, 'one');

/** An authenticator, and the caller of a new token that was used once. */
async function openTestAuthenticator(limits: Partial<NewToken> = {}) {
  const listeners: (() => void)[] = [];
  const listening: ((isListening: boolean) => void)[] = [];
  const notifications: Notifications = {
    on: (_, handle) => listeners.push(() => handle('')),
    onListening: handle => {
      listening.push(handle);
      handle(true);
    },
  };
  const authenticator = openAuthenticator(db, notifications);
  const token = { accountId: account?.id ?? '', group: 'video', name: 'one', ...limits };
  const createdToken = await createToken(db, token);
  const caller = { headers: { authorization: `Bearer ${createdToken?.key}` }, ip: '10.0.0.1' };
  await authenticator.authenticate(caller, 'video');
  return {
    authenticator,
    caller,
    tokenId: createdToken?.token.id ?? '',
    notify: () => listeners.forEach(handle => handle()),
    setListening: (isListening: boolean) => listening.forEach(handle => handle(isListening)),
  };
}

test('a used token is served from memory until a token changes', async () => {
  const { authenticator, caller, tokenId, notify } = await openTestAuthenticator();
  assert.equal(authenticator.findKnown(caller, 'video')?.id, tokenId);
  assert.equal(authenticator.findKnown(caller, 'image'), undefined);
  assert.equal(authenticator.findKnown({ headers: {} }, 'video'), undefined);
  await revokeToken(db, tokenId);
  notify();
  assert.equal(authenticator.findKnown(caller, 'video'), undefined);
  await assert.rejects(authenticator.authenticate(caller, 'video'), { code: 'key_revoked' });
});

test('no token is served from memory while notifications are missed', async () => {
  const { authenticator, caller, setListening } = await openTestAuthenticator();
  setListening(false);
  assert.equal(authenticator.findKnown(caller, 'video'), undefined);
  await authenticator.authenticate(caller, 'video');
  assert.equal(authenticator.findKnown(caller, 'video'), undefined);
});

test('a token restricted to addresses is not served from memory', async () => {
  const { authenticator, caller } = await openTestAuthenticator({ addresses: ['10.0.0.1'] });
  assert.equal(authenticator.findKnown(caller, 'video'), undefined);
});
