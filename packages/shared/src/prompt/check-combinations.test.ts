import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parsePrompt, type ParsedPrompt, type ParseOptions, type PromptProblem } from './parse-prompt.ts';
import { problemDetails } from './problem-details.ts';

const parse = (prompt: string, options?: ParseOptions): ParsedPrompt => {
  const result = parsePrompt(prompt, '7', options);
  assert.ok(result.ok, `${prompt}: ${JSON.stringify(result)}`);
  return result.prompt;
};
const problem = (prompt: string, options?: ParseOptions): PromptProblem => {
  const result = parsePrompt(prompt, '7', options);
  assert.ok(!result.ok, prompt);
  return { ...result.problem, details: problemDetails(result.problem.details) };
};
const url = 'https://example.com/a';

test('a parameter that requires another one is rejected without it, with the remedy', () => {
  const rows: readonly (readonly [string, string])[] = [
    ['a --iw 1', 'a prompt without images'],
    ['a --sw 5', 'a prompt without --sref'],
    ['a --sv 2', 'a prompt without --sref'],
    ['a --cw 5 --v 6', 'a prompt without --cref'],
    ['a --ow 5', 'a prompt without --oref'],
    ['a --motion low', 'a prompt without --video'],
    ['a --loop', 'a prompt without --video'],
    [`a --end ${url}`, 'a prompt without --video'],
    ['a --bs 1', 'a prompt without --video'],
    ['a --zoom 1.5', 'a new image'],
    [`a --oref ${url} --q 4`, '--quality 4'],
    [`a --oref ${url} --draft`, '--draft'],
    ['a --hd --draft --v 8.2', '--draft'],
    ['a --hd --sd --v 8.1', '--sd'],
    [`a --loop --end ${url} --video`, '--end'],
    ['a --ar 16:9 --style 4a --v 4', '--style 4a or 4b, whose shapes are 1:1, 2:3 and 3:2'],
    ['a --tile --video', '--video'],
    ['a --q 2 --video', '--video'],
    [`${url} ${url} a --video`, 'more than one image: specify the last frame with --end'],
  ];
  for (const [prompt, other] of rows) {
    const { code, details } = problem(prompt);
    assert.deepEqual([code, details['other']], ['parameter_conflict', other], prompt);
    assert.match(String(details['remedy']), /^[A-Z].*\.$/, prompt);
  }
  assert.equal(parse('a --ar 3:2 --style 4b --v 4').style, '4b');
});

test('the Custom Zoom dialog takes --zoom', () => {
  const options: ParseOptions = { for: 'zoom' };
  assert.equal(parse('a --zoom 1.8', options).zoom, 1.8);
  assert.equal(parse('a --zoom 2', options).hasAspect, false);
  assert.deepEqual(parse('--zoom 1 --ar 1:2', options).aspect, { width: 1, height: 2 });
  for (const zoom of ['0.9', '2.1', 'far', '']) {
    assert.equal(problem(`a --zoom ${zoom}`, options).code, 'parameter_invalid');
  }
  assert.equal(problem(`a --oref ${url}`, options).details['other'], '--zoom');
});

test('animating an image requires no --video', () => {
  assert.deepEqual(parse('--loop --bs 2 --motion high', { for: 'clip' }).video, {
    motion: 'high',
    loop: true,
    end: undefined,
    batch: 2,
  });
  assert.equal(parse('a --video', { for: 'clip' }).video?.motion, 'low');
});

test('a change of an image requires no text and rejects parameters that create other tasks', () => {
  for (const use of ['zoom', 'clip', 'change'] as const) {
    assert.equal(parse('--c 5', { for: use }).text, '');
    assert.equal(problem('a --repeat 2', { for: use }).details['other'], 'an image edit');
    assert.equal(problem(`a --edit ${url} --v 8.2`, { for: use }).code, 'parameter_conflict');
  }
  assert.equal(problem('a --video', { for: 'change' }).details['other'], 'an image edit');
  assert.equal(problem('a --video', { for: 'zoom' }).details['other'], 'an image edit');
});
