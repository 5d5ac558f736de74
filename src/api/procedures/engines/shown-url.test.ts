import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toActor } from '../../../../test/support/setups/context.ts';
import type { UserRole } from '../../../core/accounts/users.ts';
import type { Actor, Context } from '../procedure.ts';
import { shownUrl } from './shown-url.ts';

const notifyHook = 'https://hooks.example:8443/services/T0?key=abc';
const user = (role: UserRole) => toActor({ id: 'u1', accountId: 'a1', role, name: 'Ada' });
const readShownUrl = (actor: Actor, url: string, { isDefault = false } = {}) =>
  shownUrl({ actor, notifyHook } as Partial<Context> as Context, { url, isDefault });

test("of the operator's webhook, members and owners see only the origin", () => {
  for (const role of ['member', 'owner'] as const)
    assert.equal(readShownUrl(user(role), notifyHook), 'https://hooks.example:8443/…');
});

test("the operator's webhook stays hidden when the setting has changed since", () => {
  const earlier = 'https://earlier.example/services/T0?key=abc';
  assert.equal(readShownUrl(user('owner'), earlier, { isDefault: true }), 'https://earlier.example/…');
});

test('operators see the whole address', () => {
  for (const actor of [user('operator'), { kind: 'host', accountId: 'a1' } as const])
    assert.equal(readShownUrl(actor, notifyHook, { isDefault: true }), notifyHook);
});

test("a client's own webhook is shown as it is, also at the same origin", () => {
  for (const url of ['https://hooks.example:8443/mine?key=1', 'https://client.example/'])
    assert.equal(readShownUrl(user('member'), url), url);
});
