import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeQuestion, readDescriptions, repairDescription } from './describe.ts';

const size = { width: 1456, height: 816 };
const good = {
  literal: 'a red fox on a frozen lake, birch trees',
  medium: 'oil painting of a red fox, thick brush strokes',
  mood: 'a lonely red fox, cold blue dusk, mist',
  camera: 'a red fox seen from far away, low angle, wide shot',
};
const makeAnswer = (change: object = {}) => JSON.stringify({ ...good, ...change });

test('four descriptions become four prompts with the nearest common aspect ratio', () => {
  const texts = readDescriptions(makeAnswer(), size);
  assert.deepEqual(
    texts,
    Object.values(good).map(text => `${text} --ar 16:9`),
  );
  assert.match(readDescriptions(makeAnswer(), { width: 816, height: 1456 })?.[0] ?? '', / --ar 9:16$/);
  assert.match(readDescriptions(makeAnswer(), { width: 1000, height: 998 })?.[0] ?? '', / --ar 1:1$/);
});

test('a description sets no parameters and has one line', () => {
  const literal = ' "a fox,\n\tin the snow. --ar 1:1 --seed 5';
  assert.equal(readDescriptions(makeAnswer({ literal }), size)?.[0], 'a fox, in the snow --ar 16:9');
  const long = readDescriptions(makeAnswer({ literal: 'a fox, '.repeat(400) }), size)?.[0] ?? '';
  assert.ok(long.length < 850 && long.endsWith(' fox --ar 16:9'), long.slice(-40));
});

test('an answer without four different texts is rejected, and the next question gives the reason', () => {
  for (const [answer, reason] of [
    ['I see a fox.', /not valid JSON/],
    ['["a", "b", "c", "d"]', /not a JSON object/],
    ['null', /not a JSON object/],
    [makeAnswer({ mood: undefined }), /no text in "mood"/],
    [makeAnswer({ mood: 7, camera: ' --ar 2:1' }), /no text in "mood", "camera"/],
    [makeAnswer({ mood: good.literal.toUpperCase() }), /are the same/],
  ] as const) {
    assert.equal(readDescriptions(answer, size), undefined, answer);
    const { prompt, schema } = repairDescription(answer);
    assert.match(prompt, reason);
    assert.ok(prompt.includes(answer));
    assert.deepEqual(schema, describeQuestion().schema);
  }
});
