import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import stringWidth from 'string-width';
import { formatTable } from './table.ts';

const id = '01a20300-05f8-70b9-b21d-3da22287481e';
const rows = [
  ['ID', 'NAME', 'PROMPT'],
  [id, 'a bot', 'a red fox beside a lighthouse in the evening'],
  [id, '机器人', '一只红色的狐狸在灯塔旁边，傍晚时分，水彩画'],
];

test('without a width, a table is as wide as its content and nothing is truncated', () => {
  const lines = formatTable(rows);
  for (const [index, row] of rows.entries()) for (const cell of row) assert.ok(lines[index]?.includes(cell));
  const findStart = (line: string | undefined, text: string) =>
    stringWidth((line ?? '').split(text)[0] ?? '');
  assert.equal(findStart(lines[1], 'a red'), findStart(lines[2], '一只'), 'wide characters count twice');
});

test('in a terminal, each line fits, the longest texts are truncated, and IDs are complete', () => {
  for (const width of [60, 72, 80, 100]) {
    const lines = formatTable(rows, width);
    for (const line of lines) assert.ok(stringWidth(line) <= width, `${width}: ${line}`);
    assert.ok(lines[1]?.includes(id) && lines[2]?.includes('机器人'), String(width));
    assert.ok(lines[2]?.endsWith('…') || width === 100);
  }
});

test('rows that cannot fit are printed as one line per column, untruncated', () => {
  const lines = formatTable(rows, 40);
  assert.deepEqual(lines.slice(0, 4), [`ID      ${id}`, 'NAME    a bot', `PROMPT  ${rows[1]?.[2]}`, '']);
  assert.equal(lines.length, 7);
});

test('any table fits the width or is printed as one line per column', () => {
  const cell = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 30 }),
    fc.constantFrom('', '漢字', '👩‍👩‍👧', 'é', 'x'.repeat(90)),
  );
  const table = fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 5 });
  const property = fc.property(table, fc.integer({ min: 30, max: 120 }), (body, width) => {
    const clean = body.map(row => row.map(text => text.replace(/\p{C}/gu, '')));
    const lines = formatTable([['NAME', 'MODEL', 'PROMPT'], ...clean], width);
    assert.equal(lines.length, clean.length + 1);
    for (const line of lines) assert.ok(stringWidth(line) <= width, `${width}: ${line}`);
  });
  fc.assert(property, { seed: 7, numRuns: 500 });
});
