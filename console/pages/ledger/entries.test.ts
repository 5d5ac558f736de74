import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  currentMonth,
  foldEntries,
  monthAfter,
  statementRows,
  withBalances,
  withParts,
  type Entry,
} from './entries.ts';

const entry = (id: string, kind: string, more: object) =>
  ({ id, kind, amount: '0.50', account: 'a', task: null, available: '9.50', ...more }) as Entry;
const hold = (id: string, task: string) => entry(id, 'hold', { task, from: 'available', to: 'held' });
const settle = (id: string, task: string) => entry(id, 'settle', { task, from: 'held', to: 'revenue' });
const release = (id: string, task: string) => entry(id, 'release', { task, from: 'held', to: 'available' });

test('hold and charge of a task are one line with the charged amount; hold and release add up to zero', () => {
  const lines = foldEntries([
    entry('7', 'refund', { task: 't1', from: 'revenue', to: 'available' }),
    release('6', 't2'),
    settle('5', 't1'),
    hold('4', 't3'),
    hold('3', 't2'),
    entry('2', 'top_up', { from: 'funding', to: 'available' }),
    hold('1', 't1'),
  ]);
  assert.deepEqual(
    lines.map(({ entry: { id }, parts, change }) => [id, parts.length, change]),
    [
      ['7', 1, '0.50'],
      ['6', 2, '0.00'],
      ['5', 2, '-0.50'],
      ['4', 1, '-0.50'],
      ['2', 1, '0.50'],
    ],
  );
  assert.deepEqual(
    withParts(lines, '5').map(({ entry: { id }, isPart }) => [id, isPart ?? false]),
    [
      ['7', false],
      ['6', false],
      ['5', false],
      ['5', true],
      ['1', true],
      ['4', false],
      ['2', false],
    ],
  );
});

test('each balance minus its amount equals the balance of the line below, despite concurrent holds', () => {
  const at = (available: string, newEntry: Entry) => ({ ...newEntry, available });
  const lines = withBalances(
    foldEntries([
      at('8.50', settle('7', 't2')),
      at('8.50', release('6', 't3')),
      at('8.00', settle('5', 't1')),
      at('8.00', hold('4', 't3')),
      at('8.50', hold('3', 't2')),
      at('9.00', hold('2', 't1')),
      at('9.50', entry('1', 'opening', { amount: '9.50', from: 'funding', to: 'available' })),
    ]),
  );
  assert.deepEqual(
    lines.map(({ change, balance }) => [change, balance]),
    [
      ['-0.50', '8.50'],
      ['0.00', '9.00'],
      ['-0.50', '9.00'],
      ['9.50', '9.50'],
    ],
  );
  assert.equal(
    withParts(lines, '5').at(3)?.balance,
    '8.00',
    'a single entry shows the available balance at its time',
  );
});

test('lines below a charge whose hold is not loaded yet show the balance of their entries', () => {
  const at = (available: string, newEntry: Entry) => ({ ...newEntry, available });
  const lines = withBalances(
    foldEntries([at('8.00', settle('9', 't9')), at('7.00', settle('8', 't1')), at('7.50', hold('7', 't9'))]),
  );
  const topUp = at('6.00', entry('6', 'top_up', { from: 'funding', to: 'available' }));
  assert.deepEqual(
    withBalances([...lines, ...foldEntries([topUp])]).map(({ balance }) => balance),
    ['8.00', '8.50', '6.00'],
  );
});

test('the next and previous month cross the end of a year', () => {
  assert.equal(monthAfter('2026-12', 1), '2027-01');
  assert.equal(monthAfter('2027-01', -1), '2026-12');
});

test('a statement lists spending first, shows a hold only while there is one, and adds up', () => {
  const line = (kind: Entry['kind'], amount: string, change: string) => ({ kind, count: 2, amount, change });
  const lines = [
    line('top_up', '10.00', '10.00'),
    line('hold', '1.50', '-1.50'),
    line('settle', '0.80', '0.00'),
    line('release', '0.50', '0.50'),
  ];
  assert.deepEqual(statementRows(lines), [
    { kind: 'spent', count: 2, change: '-0.80' },
    { kind: 'held', count: undefined, change: '-0.20' },
    { kind: 'top_up', count: 2, change: '10.00' },
  ]);
  const rows = statementRows([line('hold', '1.00', '-1.00'), line('settle', '1.00', '0.00')]);
  assert.deepEqual(rows, [{ kind: 'spent', count: 2, change: '-1.00' }]);
});

test('the current month is that of the time zone of the server', context => {
  context.mock.timers.enable({ apis: ['Date'], now: Date.parse('2026-11-30T16:30:00Z') });
  assert.equal(currentMonth('UTC'), '2026-11');
  assert.equal(currentMonth('Asia/Shanghai'), '2026-12');
});
