import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readShortened, repairWeights, shortenQuestion } from './shorten.ts';
import { splitWords } from './split-words.ts';

const prompt =
  'A very beautiful red fox sitting beside a lighthouse at sunset, in the style of a watercolor painting, highly detailed, 8k';

/** The answer of a good model. Words that are not listed have no weight. */
function weigh(text: string, weights: Readonly<Record<string, number>>): string {
  return JSON.stringify(
    Object.fromEntries(
      splitWords(text).map((word, index) => [String(index + 1), weights[word.text.toLowerCase()] ?? 0]),
    ),
  );
}
const answer = weigh(prompt, {
  red: 0.6,
  fox: 0.8,
  sitting: 0.2,
  lighthouse: 0.7,
  sunset: 0.5,
  watercolor: 0.55,
  painting: 0.3,
});
const shortenTexts = (text: string, answerText: string) =>
  readShortened(answerText, text) ?? assert.fail('not used');

test('the question lists each word with its number', () => {
  const { prompt: question, schema } = shortenQuestion('a red fox');
  assert.match(question, /^1\. a$\n^2\. red$\n^3\. fox$/m);
  assert.deepEqual((schema as { required: string[] }).required, ['1', '2', '3']);
});

test('words that shape the picture are bold, useless ones are struck out, and the rest stays unchanged', () => {
  const [markedPrompt = ''] = shortenTexts(prompt, answer);
  assert.match(markedPrompt, /~~A very beautiful~~ \*\*red fox\*\* sitting ~~beside a~~ \*\*lighthouse\*\*/);
  assert.match(markedPrompt, /~~highly detailed~~, ~~8k~~$/);
  assert.equal(markedPrompt.replaceAll(/\*\*|~~/g, ''), prompt);
});

test('five prompts become gradually shorter, keep the most important words, and add none', () => {
  const shorter = shortenTexts(prompt, answer).slice(1, 6);
  assert.equal(shorter[0], 'red fox lighthouse sunset, watercolor painting');
  assert.equal(shorter[4], 'fox');
  shorter.reduce((before, text) => {
    assert.ok(text.length < before.length, `${text} is not shorter than ${before}`);
    return text;
  }, prompt);
});

test('the details list the weight of every word relative to the highest, with bars of ten cells', () => {
  const [weightList = '', ...bars] = (shortenTexts(prompt, answer)[6] ?? '').split('\n');
  assert.match(weightList, /^\*\*A\*\* \(0\.00\) \*\*very\*\* \(0\.00\)/);
  assert.match(weightList, /\*\*fox\*\* \(1\.00\)/);
  assert.deepEqual(bars.slice(0, 2), ['██████████ fox', '█████████░ lighthouse']);
  assert.equal(bars.length, 7);
});

test('languages without spaces are split into words', () => {
  const text = '一只美丽的红色狐狸，坐在灯塔旁边';
  const texts = shortenTexts(text, weigh(text, { 红色: 0.6, 狐狸: 1, 灯塔: 0.9 }));
  assert.match(texts[0] ?? '', /\*\*红色狐狸\*\*/);
  assert.equal(texts[1], '红色狐狸，灯塔');
});

test('an answer without a weight for each word is rejected, and the next question gives the reason', () => {
  for (const [answerText, reason] of [
    ['fox', /not valid JSON/],
    ['[1, 0.5]', /not a JSON object/],
    ['{"1": 0, "2": 0.5}', /no weight from 0 to 1 for 3\./],
    ['{"1": 0, "2": 7, "3": "high"}', /for 2, 3\./],
    ['{"1": 0, "2": 0, "3": 0}', /All weights are 0/],
  ] as const) {
    assert.equal(readShortened(answerText, 'a red fox'), undefined, answerText);
    assert.match(repairWeights(answerText, 'a red fox').prompt, reason);
  }
});

test("any prompt and any weights give seven texts of the prompt's own words", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 120 }).filter(text => text.trim() !== ''),
      fc.infiniteStream(fc.double({ min: 0.01, max: 1, noNaN: true })),
      (text, weights) => {
        const words = splitWords(text);
        const weightsByNumber = Object.fromEntries(
          words.map((_, index) => [index + 1, weights.next().value]),
        );
        const texts = shortenTexts(text, JSON.stringify(weightsByNumber));
        assert.equal(texts.length, 7);
        assert.ok(texts.every(each => each.trim() !== ''));
        const knownWords = new Set(words.map(word => word.text));
        if (words.length > 0)
          for (const shorter of texts.slice(1, 6))
            for (const word of splitWords(shorter))
              assert.ok(text.normalize().includes(word.text) || knownWords.has(word.text));
      },
    ),
  );
});
