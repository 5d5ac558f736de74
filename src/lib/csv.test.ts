import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toCsv, toJsonLines } from './csv.ts';

test('cells are quoted where they must be, and nothing unknown is made up', () => {
  const rows = [
    { a: 'plain', b: 'with, comma', c: 'say "no"', d: null },
    { a: 1.5, b: 'two\nlines', c: { x: 1 }, d: 0 },
  ];
  assert.equal(
    toCsv(rows),
    'a,b,c,d\r\nplain,"with, comma","say ""no""",\r\n1.5,"two\nlines","{""x"":1}",0\r\n',
  );
  assert.equal(toCsv([]), '\r\n');
});

test('no cell is a formula, but a number below zero is a number', () => {
  const cells = ['=1+1', '+49', '@sum', '-5', '-5.25', '-a'].map(a => ({ a }));
  assert.deepEqual(toCsv(cells).split('\r\n').slice(1, -1), ["'=1+1", "'+49", "'@sum", '-5', '-5.25', "'-a"]);
});

test('JSON lines have one line per row', () => {
  assert.equal(toJsonLines([{ a: 1 }, { a: 'b\nc' }]), '{"a":1}\n{"a":"b\\nc"}\n');
});
