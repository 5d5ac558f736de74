/** Extraction of JSON from answers of language models. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jsonInText } from './json-in-text.ts';

const answers: readonly (readonly [string, string])[] = [
  ['{"a": 1}', '{"a": 1}'],
  [' {"a": {"b": 2}}\n', '{"a": {"b": 2}}'],
  ['```json\n{"a": 1}\n```', '{"a": 1}'],
  ['Here it is: {"a": 1}. Have fun {not json', '{"a": 1}'],
  ['<think>{"a": 0} or so?</think>{"a": 1}', '{"a": 1}'],
  ['Between {braces} there is {"a": "}"}', '{"a": "}"}'],
];
for (const [text, json] of answers)
  test(`the JSON in ${JSON.stringify(text)} is found`, () => assert.equal(jsonInText(text), json));

test('an answer without JSON is returned unchanged, so that the question can be repeated', () => {
  for (const text of ['no', 'a fox}', '{"a":', '']) assert.equal(jsonInText(text), text);
});

test('an answer full of braces takes no longer than any other', t => {
  const parse = t.mock.method(JSON, 'parse');
  for (const text of ['{'.repeat(50_000), '{"a":'.repeat(40_000) + '}', '{'.repeat(50_000) + '}']) {
    parse.mock.resetCalls();
    assert.equal(jsonInText(text), text);
    assert.ok(parse.mock.callCount() <= 200);
  }
  const long = '{"a":'.repeat(1_000_000) + '}';
  parse.mock.resetCalls();
  assert.equal(jsonInText(long), long);
  assert.equal(parse.mock.callCount(), 0);
});
