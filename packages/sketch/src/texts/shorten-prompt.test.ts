import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { shortenPrompt } from './shorten-prompt.ts';

const prompt =
  'A very beautiful red fox sitting beside a lighthouse at sunset, in the style of a watercolor painting, highly detailed, 8k';

test('words that shape the picture are bold, and filler is struck out', () => {
  const [markedPrompt = ''] = shortenPrompt(prompt);
  assert.match(markedPrompt, /\*\*red fox\*\*/);
  assert.match(markedPrompt, /\*\*lighthouse\*\*/);
  assert.match(markedPrompt, /~~A very beautiful~~/);
  assert.match(markedPrompt, /~~highly detailed~~/);
  assert.equal(markedPrompt.replaceAll(/\*\*|~~/g, ''), prompt);
});

test('five prompts become gradually shorter and keep the most important words', () => {
  const shorter = shortenPrompt(prompt).slice(1, 6);
  assert.equal(shorter.length, 5);
  shorter.reduce((before, text) => {
    assert.ok(text.length < before.length, `${text} is not shorter than ${before}`);
    return text;
  }, prompt);
  assert.ok(shorter.every(text => text.includes('fox')));
  assert.ok(!shorter.some(text => /beautiful|8k/.test(text)));
});

test('the details give every word its weight, and bars of ten cells', () => {
  const details = shortenPrompt(prompt)[6] ?? '';
  const [wordList = '', ...bars] = details.split('\n');
  assert.match(wordList, /\*\*red fox\*\* \(1\.00\)/);
  assert.match(wordList, /\*\*very\*\* \(0\.0\d\)/);
  assert.equal(bars[0], '██████████ red fox');
  assert.ok(bars.every(bar => /^█*░* /.test(bar) && [...bar].indexOf(' ') === 10));
});

test('Chinese prompts are shortened, too', () => {
  const [markedPrompt = '', first = ''] = shortenPrompt('一只非常美丽的红色狐狸坐在灯塔旁边，日落，高清');
  assert.match(markedPrompt, /\*\*红色狐狸/);
  assert.match(markedPrompt, /~~非常美丽的~~/);
  assert.match(first, /狐狸.*灯塔.*日落/);
});

test('any text gives the same seven texts each time', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 120 }), text => {
      const texts = shortenPrompt(text);
      assert.equal(texts.length, 7);
      assert.deepEqual(texts, shortenPrompt(text));
    }),
  );
});
