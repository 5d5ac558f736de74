import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asChange, filterOf, isSameView, sinceOf, viewOf, type TaskSearch } from './views.ts';

const now = Date.parse('2026-11-21T15:37:12Z');

test('a span of time begins at a round time, so that the same view asks the same for a while', () => {
  assert.equal(sinceOf('hour', now), '2026-11-21T14:35:00.000Z');
  assert.equal(sinceOf('hour', now), sinceOf('hour', now + 60_000));
  const week = Date.parse(sinceOf('today', now)) - Date.parse(sinceOf('week', now));
  assert.equal(week, 6 * 86_400_000);
  assert.equal(sinceOf('2026-11-01T00:00:00Z', now), '2026-11-01T00:00:00Z');
});

test("one's own account is asked for, unless all are", () => {
  const of = (search: TaskSearch) => filterOf(search, { own: 'mine', now }).account;
  assert.equal(of({}), 'mine');
  assert.equal(of({ account: 'other' }), 'mine');
  assert.equal(of({ scope: 'all' }), undefined);
  assert.equal(of({ scope: 'all', account: 'other' }), 'other');
});

test('a view keeps the filters and nothing of what is open, and puts all of them back', () => {
  const view = viewOf({ state: 'failed', from: 'today', open: 'x', scope: 'all', q: '' });
  assert.deepEqual(view, { state: 'failed', from: 'today' });
  const change = asChange(view);
  assert.equal(change.state, 'failed');
  assert.ok('q' in change && change.q === undefined);
  assert.ok(isSameView(view, { from: 'today', state: 'failed' }));
  assert.ok(!isSameView(view, { state: 'failed' }));
});
