import assert from 'node:assert/strict';
import { test } from 'node:test';
import { errorText } from '../errors/errors.ts';
import { parsePrompt } from './parse-prompt.ts';
import { expandPrompt } from './permutations.ts';
import { problemDetails } from './problem-details.ts';

const chineseText = (prompt: string) => {
  const parsed = parsePrompt(prompt, '7');
  assert.ok(!parsed.ok, prompt);
  return errorText(parsed.problem.code, problemDetails(parsed.problem.details), 'zh');
};

test('what is said about a prompt has no English sentence in Chinese', () => {
  const prompts = [
    'a fox --ar 0:1',
    'a fox --chaos 101',
    'a fox --tile yes',
    'a fox --seed',
    'a fox --niji 3',
    'a fox --version 8',
    'a fox --iw 2',
    'a fox --motion high',
    'a fox --zoom 1.5',
    'a fox --oref https://example.com/a.png --draft',
    'a fox --sameseed 3',
    'a fox --ar16:9',
    'a fox https://example.com/a.png in snow',
    ':: a fox',
    'hot::1 dog::-1',
    'a fox --sref nowhere',
    'a fox --profile a-b',
    `${'https://example.com/a.png '.repeat(30)}a fox`,
  ];
  for (const prompt of prompts) {
    // Names of buttons and parameters, examples and addresses stay as they are.
    const words = chineseText(prompt).replace(/Custom Zoom|`[^`]*`|--\w+|https?:\S*/g, '');
    assert.doesNotMatch(words, /[a-z]{3,} [a-z]{2,}/i, prompt);
  }
});

test('what is said about braces is in both languages', () => {
  for (const prompt of ['a {b', 'a }', 'a {b} c', '{a, b}'.repeat(12), '{"a": }']) {
    const expansion = expandPrompt(prompt);
    assert.ok(!expansion.ok, prompt);
    const { reasonZh } = problemDetails(expansion.problem.details);
    assert.match(String(reasonZh), /[\u4e00-\u9fff]{4}/, prompt);
  }
});
