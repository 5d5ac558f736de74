import assert from 'node:assert/strict';
import { stripVTControlCharacters } from 'node:util';
import { test } from 'node:test';
import { textLine } from './text-line.ts';

const time = new Date(2026, 10, 23, 9, 5, 7).getTime();
const line = (record: object) => `${JSON.stringify({ level: 40, time, pid: 1, hostname: 'h', ...record })}\n`;
const plain = { isColored: false };

test('a text line has time, level, message and fields', () => {
  assert.equal(
    textLine(line({ task: '42', verdict: { kind: 'next' }, note: 'two words', msg: 'hook tried' }), plain),
    '09:05:07 WARN  hook tried task=42 verdict={"kind":"next"} note="two words"\n',
  );
});

test('an error and its causes are printed on separate lines', () => {
  const cause = { type: 'Error', code: 'ECONNREFUSED' };
  const err = {
    type: 'EngineError',
    message: 'no answer',
    code: 'engine_error',
    stack: '    at start (a.ts:1:2)',
    cause,
  };
  assert.equal(
    textLine(line({ msg: 'engine failed', err }), plain),
    [
      '09:05:07 WARN  engine failed',
      '  EngineError: no answer code=engine_error',
      '    at start (a.ts:1:2)',
      '    Error code=ECONNREFUSED',
      '',
    ].join('\n'),
  );
});

test('control characters in logged values are removed', () => {
  const text = textLine(
    line({ msg: 'a\u001b[2Jb\nc', requestId: '\u009b1m', err: { type: '\u001b]0;x\u0007' } }),
    plain,
  );
  assert.doesNotMatch(text.replaceAll('\n', ''), /\p{Cc}/u);
  assert.equal(text.split('\n').length, 3);
});

test('colors change nothing else, and lines that are no JSON stay unchanged', () => {
  const json = line({ msg: 'm', task: '1' });
  const coloredLine = textLine(json, { isColored: true });
  assert.notEqual(coloredLine, textLine(json, plain));
  assert.equal(stripVTControlCharacters(coloredLine), textLine(json, plain));
  assert.equal(textLine('no json\n', plain), 'no json\n');
});
