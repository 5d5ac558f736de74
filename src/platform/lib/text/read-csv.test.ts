import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toCsv } from '@kinora/shared/text/csv';
import { readCsv } from './read-csv.ts';

const readCells = (text: string) => readCsv(text).map(({ cells }) => cells);

test('cells may contain commas, quotes and line breaks, and rows may end with LF or CRLF', () => {
  assert.deepEqual(readCells('a,b\r\n"x, y","say ""no"""\n"two\nlines",'), [
    ['a', 'b'],
    ['x, y', 'say "no"'],
    ['two\nlines', ''],
  ]);
});

test('each row has the number of its first line, counting empty lines', () => {
  const rows = readCsv('\uFEFFa\n\n"two\nlines"\n\r\nlast\n\n');
  assert.deepEqual(
    rows.map(({ line, cells }) => [line, cells[0]]),
    [
      [1, 'a'],
      [3, 'two\nlines'],
      [6, 'last'],
    ],
  );
});

test('a comma at the end of the file is followed by an empty cell', () => {
  assert.deepEqual(readCells('a,b,'), [['a', 'b', '']]);
  assert.deepEqual(readCells(''), []);
});

test('an unclosed or misplaced quote is an error with its line', () => {
  for (const [text, line] of [
    ['a\n"b', '2'],
    ['a\nb"c"\n', '2'],
    ['"a"b', '1'],
  ] as const)
    assert.throws(() => readCsv(text), { name: 'RangeError', message: line }, text);
});

test('written CSV is read back unchanged', () => {
  const rows = [{ a: 'x, y', b: 'say "no"\r\nagain' }];
  assert.deepEqual(readCells(toCsv(rows)), [
    ['a', 'b'],
    ['x, y', 'say "no"\r\nagain'],
  ]);
});

test('the separator is the one of the first line, or the one that the file names', () => {
  const cells = [
    ['account', 'balance'],
    ['ann, bob', '1;2'],
  ];
  assert.deepEqual(readCells('account,balance\n"ann, bob",1;2\n'), cells);
  assert.deepEqual(readCells('account;balance\r\nann, bob;"1;2"\r\n'), cells);
  assert.deepEqual(readCells('account\tbalance\nann, bob\t1;2\n'), cells);
  assert.deepEqual(readCells('"a,b,c";d\n1;2'), [
    ['a,b,c', 'd'],
    ['1', '2'],
  ]);
  assert.deepEqual(readCsv('\uFEFFsep=;\r\na;b\r\n'), [{ line: 2, cells: ['a', 'b'] }]);
});
