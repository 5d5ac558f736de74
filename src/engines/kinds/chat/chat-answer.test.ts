import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readAnswer } from './chat-answer.ts';

const readText = (message: object) =>
  readAnswer({ bytes: Buffer.from(JSON.stringify({ choices: [{ message }] })) }).text;

test('the JSON of an answer is found in parts, in a fence, with a trailing comma, and in thoughts alone', () => {
  const json = '{"a": "one, }", "b": 2}';
  for (const message of [
    { content: json },
    { content: [{ type: 'text', text: '```json\n' }, { type: 'text', text: json }, { type: 'image' }] },
    { content: '```json\n{"a": "one, }", "b": 2,\n}\n```' },
    { content: null, reasoning_content: `They want four texts.\n${json}` },
    { content: '', reasoning: json, refusal: null },
  ])
    assert.deepEqual(JSON.parse(readText(message)), { a: 'one, }', b: 2 });
  assert.throws(() => readText({ content: '', reasoning_content: 'I cannot see it.' }), {
    code: 'engine_error',
  });
});
