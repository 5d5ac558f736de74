import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toCsv, toCsvRows, toJsonLines } from './csv.ts';

test('cells are quoted only if necessary, and null is an empty cell', () => {
  const rows = [
    { a: 'plain', b: 'with, comma', c: 'say "no"', d: null },
    { a: 1.5, b: 'two\nlines', c: { x: 1 }, d: 0 },
  ];
  assert.equal(
    toCsv(rows),
    'a,b,c,d\r\nplain,"with, comma","say ""no""",\r\n1.5,"two\nlines","{""x"":1}",0\r\n',
  );
  assert.equal(toCsv([]), '\r\n');
  assert.equal(toCsv(rows.slice(0, 1)) + toCsvRows(rows.slice(1)), toCsv(rows), 'a file in two parts');
});

test('cells that look like formulas are escaped, and negative numbers are not', () => {
  const cells = ['=1+1', '+49', '@sum', '-5', '-5.25', '-a'].map(a => ({ a }));
  assert.deepEqual(toCsv(cells).split('\r\n').slice(1, -1), ["'=1+1", "'+49", "'@sum", '-5', '-5.25', "'-a"]);
});

test('JSON lines have one line per row', () => {
  assert.equal(toJsonLines([{ a: 1 }, { a: 'b\nc' }]), '{"a":1}\n{"a":"b\\nc"}\n');
});
