import assert from 'node:assert/strict';
import { test } from 'node:test';
import { normalizeForMatching, wordPattern } from '../prompt/banned-pattern.ts';
import { lookalikeKey } from './comparable.ts';

const finds = (words: readonly string[], text: string) =>
  wordPattern(words)?.exec(normalizeForMatching(text))?.[0];

test('characters that nobody sees, lone accents and underscores hide no banned word', () => {
  for (const hidden of ['\u200b', '\u200d', '\u00ad', '\u2060', '\ufe0f', '\u0335', '\u202e'])
    assert.equal(finds(['gore'], `a g${hidden}ore fox`), 'gore', hidden);
  assert.equal(finds(['gore'], 'a _gore_ fox'), 'gore');
  assert.equal(finds(['gore'], 'a ｇｏｒｅ fox'), 'gore');
  assert.equal(finds(['g\u200bore'], 'a gore fox'), 'gore');
});

test('letters with accents, and vowels of other scripts, are letters', () => {
  assert.equal(finds(['ano'], 'el año nuevo'), undefined);
  assert.equal(finds(['schon'], 'schön'), undefined);
  assert.equal(finds(['か'], 'が'), undefined);
  assert.equal(finds(['क'], 'कि'), undefined);
  assert.equal(finds(['gore'], 'gored'), undefined);
});

test('names that look the same have the same key', () => {
  const key = lookalikeKey('Acme Corp');
  for (const name of [
    'acme corp',
    'Acme\u200b Corp',
    'Асме Согр',
    'Acme  Corp',
    'Ａcme Corp',
    'Acme\u00adCorp'.replace('\u00ad', '\u00ad '),
  ])
    assert.equal(lookalikeKey(name), key, name);
  for (const name of ['Acme Corp 2', 'Ácme Corp', '顶点公司']) assert.notEqual(lookalikeKey(name), key, name);
});
