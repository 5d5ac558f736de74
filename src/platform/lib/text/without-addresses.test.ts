import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withoutAddresses } from './without-addresses.ts';

const examples: readonly (readonly [string, string])[] = [
  ['bad request at http://10.9.8.7:9000/internal with key sk-upstream-SECRET', 'bad request at … with key …'],
  ['cannot reach 192.168.1.20:8188, nor gpu-1.lan:8000', 'cannot reach …, nor …'],
  ['connect to [fd00::12]:80 or localhost:11434 failed', 'connect to … or … failed'],
  ['Authorization: Bearer abcdefgh.ijkl', 'Authorization: …'],
  ['its file "/srv/secret-project/out/0.png" is missing', 'its file "…" is missing'],
  ['C:\\models\\sd xl.safetensors is missing', '… xl.safetensors is missing'],
  ['job 0123456789abcdef0123456789abcdef failed', 'job … failed'],
];
for (const [text, expected] of examples)
  test(`${JSON.stringify(text)} is shown without what is the operator's`, () =>
    assert.equal(withoutAddresses(text), expected));

const unchangedTexts = [
  'The prompt contains "nude": adults and/or violence are not allowed.',
  'aspect_ratio must be 16:9, 9:16 or 1:1',
  'seconds: 12 > 8.5; size 1024x1024',
  'model black-forest-labs/flux-1.1-pro does not accept image/webp',
  '提示词包含被禁止的内容',
];
for (const text of unchangedTexts)
  test(`${JSON.stringify(text)} is shown as it is`, () => assert.equal(withoutAddresses(text), text));

test('a long text is cut, and nothing is shown that was hidden before the cut', () => {
  const text = withoutAddresses(`${'no '.repeat(660)}http://10.0.0.7/${'a-'.repeat(10_000)}`);
  assert.ok(text.length <= 2000);
  assert.equal(withoutAddresses('no '.repeat(10_000)).length, 2000);
  assert.doesNotMatch(text, /10\.0/);
});
