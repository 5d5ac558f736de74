import assert from 'node:assert/strict';
import { test } from 'node:test';
import { greenField, gridJob, toCanvasInput, ownInput, redVase } from '../testing/sample-pictures.ts';
import { readPrompt } from '../words/read-prompt.ts';
import { describePicture, formatRatio } from './describe-picture.ts';
import type { JobInput } from '../job/job.ts';

const describe = (input: JobInput) => describePicture(gridJob('', { kind: 'describe', inputs: [input] }));

test('a picture from this engine is described by its prompt and by three other descriptions', async () => {
  const texts = await describe(await ownInput('picture', 'a red fox beside a lighthouse, watercolor'));
  assert.equal(texts.length, 4);
  assert.equal(texts[0], 'a red fox beside a lighthouse, watercolor --ar 3:2');
  assert.equal(new Set(texts).size, 4);
  for (const text of texts) {
    const { subjects, landmarks, style } = readPrompt(text.replace(/ --ar .*/, ''), []);
    assert.deepEqual([subjects[0]?.subject, landmarks[0]?.kind, style], ['fox', 'lighthouse', 'watercolor']);
  }
});

test('a foreign landscape is described by its place, light and colors, without subjects', async () => {
  const texts = await describe(toCanvasInput('picture', greenField()));
  assert.equal(new Set(texts).size, 4);
  for (const text of texts) {
    assert.match(text, / --ar 3:2$/);
    assert.match(text, /green/);
    const { setting, subjects } = readPrompt(text.replace(/ --ar .*/, ''), []);
    assert.deepEqual([setting, subjects], ['plain', []]);
  }
});

test('a clear figure is described by its color and place', async () => {
  const [first = ''] = await describe(toCanvasInput('picture', redVase()));
  assert.match(first, /one red figure in the middle/);
});

test('the aspect ratio is the nearest common one, swapped for portrait pictures', () => {
  assert.deepEqual([1456 / 816, 816 / 1456, 1, 0.82, 2.4].map(formatRatio), [
    '16:9',
    '9:16',
    '1:1',
    '4:5',
    '21:9',
  ]);
});
