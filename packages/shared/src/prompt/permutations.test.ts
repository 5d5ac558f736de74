import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { expandPrompt } from './permutations.ts';
import { problemDetails } from './problem-details.ts';

const expand = (text: string): readonly string[] => {
  const result = expandPrompt(text);
  assert.ok(result.ok, JSON.stringify(result));
  return result.prompts;
};
const fault = (text: string) => {
  const result = expandPrompt(text);
  assert.ok(!result.ok, text);
  return { ...result.problem, details: problemDetails(result.problem.details) };
};

test('braces expand to one prompt for each option', () => {
  const rows: readonly (readonly [string, readonly string[]])[] = [
    ['a cat', ['a cat']],
    ['a {red, green} cat', ['a red cat', 'a green cat']],
    ['{a,b} {c,d}', ['a c', 'a d', 'b c', 'b d']],
    ['a {b {c, d}, e}', ['a b c', 'a b d', 'a e']],
    [
      'a --ar {1:1, 3:2} --v {6, 7}',
      ['a --ar 1:1 --v 6', 'a --ar 1:1 --v 7', 'a --ar 3:2 --v 6', 'a --ar 3:2 --v 7'],
    ],
    ['a {, big} cat', ['a  cat', 'a big cat']],
    ['{"a": "b, c"} --ar {1:1, 3:2}', ['{"a": "b, c"} --ar 1:1', '{"a": "b, c"} --ar 3:2']],
    ['[{"a": {"b": [1, 2]}}, {"c": 3}]', ['[{"a": {"b": [1, 2]}}, {"c": 3}]']],
    ['{红，绿}猫', ['红猫', '绿猫']],
    ['｛a, b｝', ['a', 'b']],
    [' a , b ', [' a , b ']],
    ['https://example.com/{1,2} a', ['https://example.com/1 a', 'https://example.com/2 a']],
  ];
  for (const [text, prompts] of rows) assert.deepEqual(expand(text), prompts, text);
});

test('a backslash before a brace or a comma keeps it from expanding', () => {
  assert.deepEqual(expand('{red\\, pastel, blue} \\{x\\}'), ['red, pastel \\{x\\}', 'blue \\{x\\}']);
  assert.deepEqual(expand('a \\n b\\'), ['a \\n b\\']);
});

test('unbalanced braces are rejected with their position', () => {
  const rows: readonly (readonly [string, number, RegExp])[] = [
    ['a {b', 2, /is not closed/],
    ['a {b, {c, d}', 2, /is not closed/],
    ['a b} c', 3, /no opening brace/],
    ['a {} c', 2, /no alternatives/],
    ['a {red} c', 2, /no alternatives.*write `\\{`/],
    ['a {{red, blue}} c', 2, /no alternatives/],
    ['a {red|blue} c', 2, /no alternatives/],
    ['a {"b": 1, "c"}', 2, /not valid JSON/],
    ["{'b': 'x, y'}", 0, /not valid JSON/],
    ['{'.repeat(100) + '}'.repeat(100), 20, /too deep/],
  ];
  for (const [text, position, reason] of rows) {
    const problem = fault(text);
    assert.deepEqual([problem.code, problem.position], ['request_invalid', position], text);
    assert.match(String(problem.details['reason']), reason);
  }
});

test('braces of plain prompts are not expanded', () => {
  const text = 'a {red|blue} {{fox}}, {a, b} {';
  const result = expandPrompt(text, { syntax: 'plain' });
  assert.deepEqual(result.ok && result.prompts, [text]);
});

test('the number of prompts is checked before any is created', () => {
  assert.equal(expand(`{${'a,'.repeat(199)}a}`).length, 200);
  assert.match(
    String(fault(`x {${'a,'.repeat(200)}a}`).details['reason']),
    /201 prompts\. Allowed: at most 200/,
  );
  assert.equal(fault('x {a,b,c,d}{a,b,c,d}{a,b,c,d}{a,b,c,d}').position, 2);
  assert.match(String(fault('{a,b}'.repeat(1200)).details['reason']), /more than a million/);
  assert.equal(fault(`{a,b}${'x'.repeat(6000)}`).position, 6000);
});

test('a leading image may be large', () => {
  const picture = `data:image/png;base64,${'A'.repeat(100_000)}`;
  assert.deepEqual(expand(`${picture} a {b, c}`), [`${picture} a b`, `${picture} a c`]);
});

test('no text makes the expansion throw, and no prompt keeps an unescaped brace', () => {
  const piece = fc.constantFrom('{', '}', ',', ' ', 'a', 'b', '，');
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), pieces => {
      const result = expandPrompt(pieces.join(''));
      return !result.ok || (result.prompts.length > 0 && !result.prompts.some(prompt => /[{}]/.test(prompt)));
    }),
    { numRuns: 2000 },
  );
});
