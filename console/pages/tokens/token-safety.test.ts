import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Token } from '../../data/tokens/tokens.ts';
import { nearestCap, listWarnings } from './token-safety.ts';

const now = Date.parse('2026-11-21T00:00:00Z');
const makeToken = (more: object) =>
  ({
    state: 'active',
    cap_total: '5.00',
    cap_day: null,
    cap_month: null,
    expires: '2027-01-01T00:00:00Z',
    created: '2026-11-20T00:00:00Z',
    last_used: null,
    spent: '1.00',
    held: '0.10',
    today: '0.20',
    this_month: '0.30',
    ...more,
  }) as Token;

test('a token with a cap, an expiry and recent use has no warnings', () => {
  assert.deepEqual(listWarnings(makeToken({}), now), []);
  assert.deepEqual(listWarnings(makeToken({ cap_total: null, expires: null }), now), [
    'unlimited',
    'endless',
  ]);
});

test('an unused token is idle, a never used or expired one can be removed, a revoked one has no warnings', () => {
  const old = { created: '2026-01-01T00:00:00Z' };
  assert.deepEqual(listWarnings(makeToken({ ...old, last_used: '2026-03-01T00:00:00Z' }), now), ['idle']);
  assert.deepEqual(listWarnings(makeToken(old), now), ['removable']);
  assert.deepEqual(listWarnings(makeToken({ state: 'expired' }), now), ['removable']);
  assert.deepEqual(listWarnings(makeToken({ state: 'revoked', cap_total: null }), now), []);
});

test('the cap that is closest to its limit is shown, including held amounts', () => {
  const { share, ...nearest } = nearestCap(makeToken({})) ?? { share: 0 };
  assert.deepEqual(nearest, { span: 'total', cap: '5.00', used: '1.10' });
  assert.equal(share.toFixed(2), '0.22');
  assert.equal(nearestCap(makeToken({ cap_day: '0.20' }))?.span, 'day');
  assert.equal(nearestCap(makeToken({ cap_total: null })), undefined);
});
