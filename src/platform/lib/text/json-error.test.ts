import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jsonErrorIn } from './json-error.ts';

for (const [text, error] of [
  ['{"a": [1, true, null, "x"]}', undefined],
  ['', { line: 1, column: 1, isEnd: true }],
  ['{"a":\n  [1, 2', { line: 2, column: 8, isEnd: true }],
  ['{"a": "cut off', { line: 1, column: 15, isEnd: true }],
  ['{"a": tru', { line: 1, column: 10, isEnd: true }],
  ['{"a": -', { line: 1, column: 8, isEnd: true }],
  ['{steps: 3}', { line: 1, column: 2, isEnd: false }],
  [`{"a": 1,\n "b": 'x'}`, { line: 2, column: 7, isEnd: false }],
  [`{"a": 1,\n "b": x,\n "c": "${'y'.repeat(100)}"}`, { line: 2, column: 7, isEnd: false }],
  ['{"a": [1 2]}', { line: 1, column: 10, isEnd: false }],
  ['{"a": 1} {', { line: 1, column: 10, isEnd: false }],
  ['{"a": "\u0001"}', { line: 1, column: 8, isEnd: false }],
  ['PNG\u0000', { line: 1, column: 1, isEnd: false }],
] as const)
  test(`${JSON.stringify(text.slice(0, 30))} ${error ? `fails in line ${error.line}` : 'is JSON'}`, () => {
    assert.deepEqual(jsonErrorIn(text), error);
  });
