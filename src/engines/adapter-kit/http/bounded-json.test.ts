import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boundedJson } from './bounded-json.ts';

test('an answer with pictures in it is parsed, whatever its size', () => {
  const data = [{ b64_json: Buffer.alloc(24 << 20, 'picture,[{').toString('base64') }];
  assert.deepEqual(boundedJson(Buffer.from(JSON.stringify({ data }))), { data });
});

for (const [name, part] of [
  ['numbers', '0,'],
  ['objects', '{},'],
  ['texts', '"",'],
  ['levels', '['],
] as const)
  test(`an answer of millions of ${name} is not parsed`, () => {
    const text = `[${part.repeat(600_000)}0${part === '[' ? ']'.repeat(600_000) : ''}]`;
    assert.equal(boundedJson(Buffer.from(text)), undefined);
  });

test('what is not JSON is no answer', () => {
  assert.equal(boundedJson(Buffer.from('<html>')), undefined);
});
