/** Words that are known are placed only if the composed scene contains what they name. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readWords } from './read-words.ts';

function read(prompt: string, more: Partial<Parameters<typeof readWords>[0]> = {}) {
  const job = {
    kind: 'grid',
    prompt,
    exclude: [],
    isFollowUp: false,
    seed: 7,
    width: 1024,
    height: 1024,
  } as const;
  return readWords({ ...job, ...more })?.words ?? assert.fail();
}

const listAbsent = (prompt: string) => {
  const { understood, placed: placedWords = [] } = read(prompt);
  return understood.filter(word => !placedWords.includes(word));
};

test('what is not in the picture is understood, and not placed', () => {
  for (const [prompt, absent] of [
    ['a full moon under water', ['full moon']],
    ['fireworks over a city', ['fireworks']],
    ['a book in a library', ['library']],
    ['a forest at christmas', ['christmas']],
    ['sunset under water', ['sunset']],
    ['a rainbow under water', ['rainbow']],
  ] as const)
    assert.deepEqual(listAbsent(prompt), absent, prompt);
});

test('what is in the picture is placed, with its number and its color', () => {
  for (const prompt of [
    'a red fox beside a lighthouse at sunset, watercolor',
    'three dogs in a park',
    'a castle in snow',
    'stars and a full moon over the sea',
    'pine trees on a hill in autumn',
    '"HELLO" on a neon sign',
  ])
    assert.deepEqual(listAbsent(prompt), [], prompt);
  const { drawn: drawnWords, placed: placedWords } = read('three dogs in a park');
  assert.deepEqual(
    [drawnWords, placedWords],
    [
      ['three', 'dogs', 'park'],
      ['three', 'dogs', 'park'],
    ],
  );
});

test('a number is only placed if there are as many', () => {
  assert.deepEqual(listAbsent('40 dogs in a park'), ['40']);
  assert.deepEqual(listAbsent('a cake with 7 candles'), ['7'], 'some stand behind the cake');
});

test('the scenes of follow-ups, of clips and of prompts with pictures are not known before they are drawn', () => {
  for (const more of [{ isFollowUp: true }, { kind: 'clip' }, { inputs: [{ role: 'prompt' }] }] as const) {
    const { drawn: drawnWords, understood, placed: placedWords } = read('fireworks over a city', more);
    assert.deepEqual([placedWords, drawnWords], [undefined, understood]);
  }
});
