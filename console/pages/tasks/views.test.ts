import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asChange, toFilter, isSameView, rangeStart, toView, type TaskSearch } from './views.ts';

const now = Date.parse('2026-11-21T15:37:12Z');

test('a time range starts at a rounded time, so that repeated requests are the same', () => {
  assert.equal(rangeStart('hour', now), '2026-11-21T14:35:00.000Z');
  assert.equal(rangeStart('hour', now), rangeStart('hour', now + 60_000));
  const week = Date.parse(rangeStart('today', now)) - Date.parse(rangeStart('week', now));
  assert.equal(week, 6 * 86_400_000);
  assert.equal(rangeStart('2026-11-01T00:00:00Z', now), '2026-11-01T00:00:00Z');
});

test("only tasks of the user's own account are requested, unless the scope is all accounts", () => {
  const of = (search: TaskSearch) => toFilter(search, { ownAccount: 'mine', now }).account;
  assert.equal(of({}), 'mine');
  assert.equal(of({ account: 'other' }), 'mine');
  assert.equal(of({ scope: 'all' }), undefined);
  assert.equal(of({ scope: 'all', account: 'other' }), 'other');
});

test('a saved view keeps only the filters, and applying it resets the others', () => {
  const view = toView({ state: 'failed', from: 'today', open: 'x', scope: 'all', q: '' });
  assert.deepEqual(view, { state: 'failed', from: 'today' });
  const change = asChange(view);
  assert.equal(change.state, 'failed');
  assert.ok('q' in change && change.q === undefined);
  assert.ok(isSameView(view, { from: 'today', state: 'failed' }));
  assert.ok(!isSameView(view, { state: 'failed' }));
});
