import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Token } from '../../data/tokens/tokens.ts';
import { daysBetween } from '../../data/days.ts';
import { toSeries } from './series.ts';
import { tasksSearch } from './tasks-search.ts';
import { toUsageRequest, drillDown, successShare, type UsageAddress, type UsageLine } from './usage.ts';

const line = (more: object) => ({ requests: 1, amount: '1.00', ...more }) as UsageLine;
const address = (more: object) => more as UsageAddress;
const options = { ownAccount: 'own', timeZone: 'UTC' };

test('a date range covers whole days, including the last one', () => {
  const request = toUsageRequest(address({ from: '2026-11-01', to: '2026-11-30', by: 'tier,day' }), options);
  assert.deepEqual(request.by, ['day', 'tier']);
  assert.equal(request.values['to'], '2026-12-01');
  assert.equal(request.values['account'], 'own');
  assert.equal(toUsageRequest(address({ account: 'all' }), options).values['account'], undefined);
  const { first, last } = toUsageRequest(address({ range: '7' }), options);
  assert.equal(daysBetween(first, last).length, 7);
});

test('a usage line links to its breakdown', () => {
  const byDay = toUsageRequest(address({ by: 'day' }), options);
  assert.deepEqual(drillDown(line({ day: '2026-11-02' }), byDay), {
    from: '2026-11-02',
    to: '2026-11-02',
    range: undefined,
    by: 'model',
  });
  const byModel = toUsageRequest(address({ by: 'model' }), options);
  assert.deepEqual(drillDown(line({ model: 'sketch' }), byModel), { model: 'sketch', by: 'day' });
});

test('a usage line links to exactly the tasks that it counts, or has no link', () => {
  const token = (id: string, name: string) => ({ id, name }) as Token;
  const makeView = (more: object, tokens = [token('1', 'web'), token('2', 'twin'), token('3', 'twin')]) => ({
    request: toUsageRequest(address({ from: '2026-11-01', to: '2026-11-30', ...more }), options),
    ownAccount: 'own',
    tokens,
  });
  const month = { from: '2026-11-01', to: '2026-12-01' };
  const definedFields = (fields: object | undefined) =>
    fields && Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  assert.deepEqual(definedFields(tasksSearch(line({ model: 'sketch' }), makeView({ by: 'model' }))), {
    ...month,
    model: 'sketch',
  });
  const ann = 'ann@example.com';
  assert.deepEqual(
    definedFields(tasksSearch(line({ user: ann }), makeView({ by: 'user', account: 'all' }))),
    {
      ...month,
      scope: 'all',
      user: ann,
    },
  );
  const shopper = 'Smith, Jo';
  const ofShopper = definedFields(tasksSearch(line({ end_user: shopper }), makeView({ by: 'end_user' })));
  assert.deepEqual(ofShopper, { ...month, end_user: shopper });
  assert.equal(tasksSearch(line({ end_user: null }), makeView({ by: 'end_user' })), undefined);
  assert.equal(tasksSearch(line({ token: 'web' }), makeView({ by: 'token' }))?.['token'], '1');
  assert.equal(tasksSearch(line({ token: 'twin' }), makeView({ by: 'token' })), undefined);
  assert.equal(tasksSearch(line({ user: null }), makeView({ by: 'user' })), undefined);
});

test('the success rate counts succeeded and failed tasks only, and is unknown without any', () => {
  assert.equal(successShare(line({ succeeded: 3, failed: 1 })), 0.75);
  assert.equal(successShare(line({ succeeded: 0, failed: 0 })), null);
});

test('a day without tasks is zero, and small series are combined', () => {
  const days = ['2026-11-01', '2026-11-02'];
  const parts = ['a', 'b', 'c', 'd', 'e', 'f'].map((model, index) =>
    line({ day: days[0], model, amount: String(10 - index) }),
  );
  const series = toSeries(parts, { days, key: 'model', measure: 'amount' });
  assert.deepEqual(
    series.map(({ name }) => name),
    ['a', 'b', 'c', 'd', null],
  );
  assert.deepEqual(series.at(-1)?.values, [11, 0]);
  const totals = toSeries(parts, { days, key: undefined, measure: 'requests' });
  assert.deepEqual(totals, [{ name: undefined, values: [6, 0] }]);
});

test('the last day of a range is today in the time zone of the server', context => {
  context.mock.timers.enable({ apis: ['Date'], now: Date.parse('2026-03-28T23:30:00Z') });
  const last = (timeZone: string) =>
    toUsageRequest(address({ range: '1' }), { ownAccount: 'own', timeZone }).values;
  assert.deepEqual([last('UTC')['from'], last('UTC')['to']], ['2026-03-28', '2026-03-29']);
  assert.deepEqual(
    [last('Europe/Berlin')['from'], last('Europe/Berlin')['to']],
    ['2026-03-29', '2026-03-30'],
  );
  assert.equal(daysBetween('2026-03-28', '2026-03-30').length, 3, 'a day of 23 hours is one day');
});
