/** A description typed after the settings is moved in front of them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wordsToFront } from './words-to-front.ts';

const movedTexts: Readonly<Record<string, string>> = {
  '--ar 16:9 a': 'a| --ar 16:9',
  ' --ar 16:9a': 'a| --ar 16:9',
  '--ar 16:9 --chaos 20 a red fox ': 'a red fox |--ar 16:9 --chaos 20',
  ' --tile 一只猫': '一只猫| --tile',
  'https://example.com/a.png --ar 3:2 a': 'https://example.com/a.png a| --ar 3:2',
};

for (const [text, expected] of Object.entries(movedTexts))
  test(`"${text}" becomes "${expected}"`, () => {
    const movedWords = wordsToFront(text);
    assert.ok(movedWords);
    assert.equal(
      `${movedWords.text.slice(0, movedWords.caret)}|${movedWords.text.slice(movedWords.caret)}`,
      expected,
    );
  });

test('text that may become a value, or that already follows a description, is not moved', () => {
  for (const text of [
    '',
    'a fox --ar 16:9 a',
    '--ar',
    '--ar 16x',
    '--ar 16:9 ',
    '--ar 16:9 --',
    '--ar 16:9 --s',
    '--style r',
    '--no fog, r',
    '--sref 123 r',
    '--foo a',
  ])
    assert.equal(wordsToFront(text), undefined, text);
});
