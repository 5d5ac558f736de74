import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { normalisePrompt, parsePrompt, type ParsedPrompt, type PromptProblem } from './parse-prompt.ts';

const parse = (prompt: string): ParsedPrompt => {
  const result = parsePrompt(prompt, '7');
  assert.ok(result.ok, JSON.stringify(result));
  return result.prompt;
};
const problem = (prompt: string): PromptProblem => {
  const result = parsePrompt(prompt, '7');
  assert.ok(!result.ok, prompt);
  return result.problem;
};

test('words and parameters are told apart', () => {
  const parsed = parse('a cat, sleeping --ar 16:9 --v 6.1 --style raw --no dogs, fog --seed 42 --turbo');
  assert.deepEqual(parsed, {
    text: 'a cat, sleeping',
    aspect: { width: 16, height: 9 },
    version: '6.1',
    raw: true,
    exclude: ['dogs', 'fog'],
    seed: 42,
    tier: 'turbo',
  });
});

test('what is not given has its default', () => {
  const parsed = parse('a cat');
  assert.deepEqual(
    [parsed.version, parsed.aspect, parsed.raw, parsed.exclude, parsed.seed, parsed.tier],
    ['7', { width: 1, height: 1 }, false, [], undefined, undefined],
  );
});

test('clients write versions and dashes in their own ways', () => {
  assert.equal(parse('a --v 7.0').version, '7');
  assert.equal(parse('a --version 5').version, '5');
  assert.equal(parse('a --niji').version, 'niji 7');
  assert.equal(parse('a --v 6 --niji').version, 'niji 7');
  assert.equal(parse('a --niji 5').version, 'niji 5');
  assert.equal(parse('a —ar 3:2').aspect.width, 3);
  assert.equal(parse('  a   --ar   3:2  ').aspect.height, 2);
  assert.equal(parse('一只猫 --ar 1:2').text, '一只猫');
});

test('a parameter given twice counts as given last, but what is left out adds up', () => {
  assert.equal(parse('a --v 5 --v 6').version, '6');
  assert.deepEqual(parse('a --no b --no c，d').exclude, ['b', 'c', 'd']);
});

test('two dashes inside a word are no parameter', () => {
  assert.equal(parse('a well--known cat').text, 'a well--known cat');
});

test('what is wrong is named with its place and what is allowed', () => {
  assert.deepEqual(problem('a cat --ar 0:1'), {
    code: 'parameter_invalid',
    details: {
      parameter: '--ar',
      value: '0:1',
      allowed: 'W:H in whole numbers from 1:4 to 4:1, for example 16:9',
    },
    position: 6,
  });
  assert.equal(problem('a --foo 1').code, 'parameter_unknown');
  assert.match(String(problem('a --vresion 6').details['allowed']), /nearest: --version/);
  for (const prompt of [
    'a --ar 16x9',
    'a --ar 9:1',
    'a --v 8.0',
    'a --v',
    'a --niji 3',
    'a --style scenic',
    'a --no ,',
    'a --seed 4294967296',
    'a --seed 1.5',
    'a --fast 1',
    'a --v 7 more words',
  ]) {
    assert.equal(problem(prompt).code, 'parameter_invalid', prompt);
  }
  assert.equal(problem('').code, 'prompt_empty');
  assert.equal(problem('--v 6').code, 'prompt_empty');
  assert.equal(problem('x'.repeat(6001)).code, 'request_invalid');
});

test('the normalised prompt says the same when it is parsed again', () => {
  for (const prompt of ['a', 'a --ar 16:9 --niji 6 --no b, c --style raw --seed 7', 'b --v 5.2']) {
    assert.deepEqual(parse(normalisePrompt(parse(prompt))), parse(prompt));
  }
});

test('no text whatever makes it throw or hang', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 300 }),
      text => typeof parsePrompt(text, '7').ok === 'boolean',
    ),
  );
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('--', '—', ' ', 'ar', 'v', '1', ':', 'no', ',', '\n'), { maxLength: 60 }),
      parts => typeof parsePrompt(parts.join(''), '7').ok === 'boolean',
    ),
  );
});
