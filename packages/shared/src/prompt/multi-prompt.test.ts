import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parsePrompt, type PromptProblem } from './parse-prompt.ts';
import { problemDetails } from './problem-details.ts';

const parse = (prompt: string) => {
  const result = parsePrompt(prompt, '7');
  assert.ok(result.ok, JSON.stringify(result));
  return result.prompt;
};
const problem = (prompt: string): PromptProblem => {
  const result = parsePrompt(prompt, '7');
  assert.ok(!result.ok, prompt);
  return { ...result.problem, details: problemDetails(result.problem.details) };
};

/** The parts and weights of each prompt, separated by bars. */
const good: readonly (readonly [string, string])[] = [
  ['hot:: dog', 'hot 1 | dog 1'],
  ['hot::2 dog', 'hot 2 | dog 1'],
  ['hot::dog', 'hot 1 | dog 1'],
  ['hot::1.5 dog::-.5', 'hot 1.5 | dog -0.5'],
  ['hot::2, dog::0.25,', 'hot 2 | dog 0.25'],
  ['hot::2. dog.', 'hot 2 | dog 1'],
  ['a:: 3d render', 'a 1 | 3d render 1'],
  ['a::3d render', 'a 1 | 3d render 1'],
  ['a cat::2', 'a cat 2'],
  ['a::b::c::', 'a 1 | b 1 | c 1'],
  ['一只猫：：2 一只狗', '一只猫 2 | 一只狗 1'],
  ['a sign "b::c"::2 d', 'a sign "b::c" 2 | d 1'],
];

test('two colons separate parts, and a number directly after them is a weight', () => {
  for (const [prompt, expected] of good) {
    const { parts } = parse(`${prompt} --ar 3:2`);
    assert.equal(parts?.map(({ text, weight }) => `${text} ${weight}`).join(' | '), expected, prompt);
  }
});

test('the text of a prompt has only the parts with positive weight', () => {
  assert.equal(parse('fog:: sea::2 people::-0.5').text, 'fog, sea');
});

test('colons in URLs, lettering and lists separate no parts', () => {
  for (const prompt of ['a cat', 'https://example.com/a a cat', 'a "b::2" c', 'a --sref 5::2', 'a: b']) {
    assert.equal(parse(prompt).parts, undefined, prompt);
  }
});

test('invalid weights are rejected with their position', () => {
  const rows: readonly (readonly [string, string, number])[] = [
    ['::2 b', 'request_invalid', 0],
    ['a:: ::2 b', 'request_invalid', 4],
    ['a::1 b::-1', 'parameter_invalid', 1],
    ['a::0.3 b::-0.2 c::-0.1', 'parameter_invalid', 1],
    ['a::-1', 'parameter_invalid', 1],
    ['a::0', 'parameter_invalid', 1],
    ['a::1.5.2 b', 'parameter_invalid', 1],
    ['a::10001 b', 'parameter_invalid', 1],
    ['a::1.5 b --v 3', 'parameter_invalid', 1],
  ];
  for (const [prompt, code, position] of rows) {
    assert.deepEqual([problem(prompt).code, problem(prompt).position], [code, position], prompt);
  }
  assert.equal(parse('a::2 b --v 3').parts?.length, 2);
});
