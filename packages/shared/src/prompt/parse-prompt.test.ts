import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
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
const png = 'data:image/png;base64,iVBORw0KGgo=';

test('omitted parameters have their defaults', () => {
  assert.deepEqual(parse('a cat'), {
    images: [],
    text: 'a cat',
    parts: undefined,
    aspect: { width: 1, height: 1 },
    hasAspect: false,
    version: '7',
    versionFrom: undefined,
    model: undefined,
    style: undefined,
    exclude: [],
    seed: undefined,
    tier: undefined,
    chaos: 0,
    stylize: 100,
    weird: 0,
    experimental: 0,
    quality: 1,
    stop: 100,
    tile: false,
    draft: false,
    hd: false,
    imageWeight: undefined,
    styleReferences: [],
    styleWeight: 100,
    styleVersion: undefined,
    characterReferences: [],
    characterWeight: 100,
    objectReference: undefined,
    objectWeight: 100,
    profiles: [],
    isPersonalized: false,
    edits: [],
    repeat: 1,
    zoom: undefined,
    video: undefined,
    passed: [],
    syntax: undefined,
  });
});

test('text and parameters are separated', () => {
  const prompt = 'a cat, sleeping --ar 16:9 --v 6.1 --style raw --no dogs, fog --seed 42 --turbo';
  assert.deepEqual(parse(prompt), {
    ...parse('a cat, sleeping'),
    version: '6.1',
    aspect: { width: 16, height: 9 },
    hasAspect: true,
    style: 'raw',
    exclude: ['dogs', 'fog'],
    seed: 42,
    tier: 'turbo',
  });
});

test('prompts as clients send them are parsed', () => {
  const rows: readonly (readonly [string, Partial<ParsedPrompt>])[] = [
    ['a cat  --q 2', { text: 'a cat', quality: 2 }],
    ['a cat --s 250 ', { stylize: 250 }],
    ['a cat --v 7.0', { version: '7' }],
    ['a --version 5', { version: '5' }],
    ['a --v 5.0', { version: '5' }],
    ['a --niji', { version: 'niji 7' }],
    ['a --v 6 --niji', { version: 'niji 7' }],
    ['a --niji 5', { version: 'niji 5' }],
    ['a cat --ar 16:9  ', { aspect: { width: 16, height: 9 } }],
    ['  a   --ar   3:2  ', { text: 'a', aspect: { width: 3, height: 2 } }],
    ['a —ar 3:2', { aspect: { width: 3, height: 2 } }],
    ['a –ar 3:2', { aspect: { width: 3, height: 2 } }],
    ['一只猫 ——ar 3:2', { text: '一只猫', aspect: { width: 3, height: 2 } }],
    ['一只猫——ar 3:2', { text: '一只猫', aspect: { width: 3, height: 2 } }],
    ['一只猫，－－ar 3：2，--no 狗，树、草。', { text: '一只猫', exclude: ['狗', '树', '草'] }],
    ['一只猫--ar １６：９', { aspect: { width: 16, height: 9 } }],
    ['a cat--ar 3:2', { text: 'a cat', aspect: { width: 3, height: 2 } }],
    ['a cat, --AR 3:2, --V 6.', { text: 'a cat', aspect: { width: 3, height: 2 }, version: '6' }],
    ['a --no b, c', { exclude: ['b', 'c'] }],
    [` ${url}.png a cat`, { images: [`${url}.png`], text: 'a cat' }],
    [`${url}, ${url}?b=1，一只猫`, { images: [url, `${url}?b=1`], text: '一只猫' }],
    [`${png} a cat --iw .5`, { images: [png], text: 'a cat', imageWeight: 0.5 }],
    ['a --bs 4  --video', { video: { motion: 'low', loop: false, end: undefined, batch: 4 } }],
    [`${url} a --v 2`, { imageWeight: 0.25 }],
    [`a --sref ${url} --cref ${url} --cw 0 --v 6`, { characterWeight: 0 }],
  ];
  for (const [prompt, expected] of rows) {
    const parsed = parse(prompt);
    for (const [field, value] of Object.entries(expected)) {
      assert.deepEqual(parsed[field as keyof ParsedPrompt], value, `${prompt}: ${field}`);
    }
  }
});

test('the last of repeated parameters counts, and lists are combined', () => {
  assert.equal(parse('a --v 5 --v 6').version, '6');
  assert.equal(parse('a --relax --fast').tier, 'fast');
  assert.deepEqual(parse('a --no b --no c，d').exclude, ['b', 'c', 'd']);
  assert.equal(parse('a --sref 1 2 --sref 3').styleReferences.length, 3);
});

test('dashes in words, lettering and URLs start no parameter', () => {
  for (const words of [
    'a well--known cat',
    'a cat — no, two -- and more',
    'a sign that says "--ar 3:2 --foo"',
    'a sign “--ar 3:2”',
    'café—no smoking',
    'a cat ---',
  ]) {
    assert.equal(parse(`${words} --seed 1`).text, words);
  }
  assert.deepEqual(parse(`${url}--v/b a`).images, [`${url}--v/b`]);
  assert.equal(parse(`a --end ${url}/x--ar --video`).video?.end, `${url}/x--ar`);
});

test('an inch mark or an unclosed quote hides no parameters', () => {
  assert.equal(parse('a 5" screen --no "blue" --seed 3').seed, 3);
  assert.equal(parse('a "screen --seed 3').seed, 3);
  assert.equal(parse('a “screen --seed 3').seed, 3);
});

test('an invalid value is reported with its position and the allowed values', () => {
  assert.deepEqual(problem('a cat --ar 0:1'), {
    code: 'parameter_invalid',
    details: {
      parameter: '--ar',
      value: '0:1',
      allowed: 'W:H in whole numbers from 1:14 to 14:1 with --version 7, for example 3:2',
      allowedZh: '在 --version 7 中为 1:14 到 14:1 的整数比 W:H，例如 3:2',
    },
    position: 6,
  });
  assert.match(String(problem('a --v 7 more words').details['allowed']), /text must come before/);
  assert.match(String(problem('a --v 8').details['allowed']), /8\.1 or 8\.2/);
  assert.match(String(problem('a --v 8.0').details['allowed']), /8\.1 or 8\.2/);
});

test('an unknown parameter is rejected with the closest valid name', () => {
  const rows: readonly (readonly [string, RegExp])[] = [
    ['a --vresion 6', /nearest: --version/],
    ['a --stilize 5', /nearest: --stylize/],
    ['a --ar16:9', /a space before the value: `--ar 16:9`/],
    ['a --chaos=5', /`--chaos 5`/],
    ['a -- style of Monet', /no space after the dashes: `--style`/],
    ['a — tile', /no space after the dashes: `--tile`/],
    ['a - -ar wide', /no space after the dashes: `--ar`/],
    ['a --foobarbaz 1', /--ar --version/],
    ['a --宽 1', /--ar --version/],
    ['a --constructor', /--ar --version/],
  ];
  for (const [prompt, allowedPattern] of rows) {
    const { code, details, position } = problem(prompt);
    assert.deepEqual([code, position], ['parameter_unknown', 2], prompt);
    assert.match(String(details['allowed']), allowedPattern, prompt);
  }
});

test('retired and unsupported parameters are rejected with an alternative', () => {
  for (const name of ['test', 'testp', 'creative', 'sameseed 5', 'uplight', 'upbeta', 'upanime', 'vibe']) {
    assert.match(readReason(`a --${name}`), /is retired: (use|choose|remove)/);
  }
  for (const name of ['hq', 'newclip', 'nostretch', 'old', 'width 512', 'height 5', 'w 512 --h 512']) {
    assert.match(readReason(`a --${name}`), /is retired: (use|choose|remove)/);
  }
  assert.match(readReason('a --public'), /nothing is published here/);
  assert.equal(parse('a --stealth').text, 'a');
});

const readReason = (prompt: string): string => {
  const { code, details } = problem(prompt);
  assert.equal(code, 'request_invalid', prompt);
  return String(details['reason']);
};

test('a prompt needs words or two images', () => {
  for (const prompt of ['', '   ', '，', '--v 6', '--tile --ar 3:2']) {
    assert.equal(problem(prompt).code, 'prompt_empty', prompt);
  }
  assert.match(readReason(url), /single image requires text/);
  assert.deepEqual(parse(`${url} ${png}`).images, [url, png]);
  assert.equal(problem(`${url} ${url} --weird 5`).details['other'], 'images without text');
  assert.equal(problem(`${url} ${url} --s 50`).code, 'parameter_conflict');
  assert.equal(parse(`${url} --video`).text, '');
});

test('unusable images are rejected with their position', () => {
  const rows: readonly (readonly [string, RegExp, number])[] = [
    [`  ${url}::2 a`, /takes no weight/, 2],
    ['data:image/svg+xml;base64,AAAA a', /png, jpeg, webp or gif/, 0],
    ['data:image/png,AAAA a', /Base64/, 0],
    [`${url} http://[ a`, /not a complete address/, 22],
    [`a cat like ${url}`, /within the text/, 11],
    [`${`${url} `.repeat(11)} a`, /11 images/, 0],
  ];
  for (const [prompt, reason, position] of rows) {
    assert.match(readReason(prompt), reason);
    assert.equal(problem(prompt).position, position, prompt);
  }
  assert.equal(parse(`a sign that says "${url}"`).text, `a sign that says "${url}"`);
});

test('text and parameters are limited to 6000 characters, without leading images', () => {
  assert.equal(parse('x'.repeat(6000)).text.length, 6000);
  assert.equal(problem('x'.repeat(6001)).position, 6000);
  const large = `${png}${'A'.repeat(100_000)}`;
  assert.equal(parse(`${large} a cat`).text, 'a cat');
});

test('no text makes the parser throw or hang', () => {
  const options = fc.constantFrom<ParseOptions>({}, { for: 'zoom' }, { for: 'clip' });
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 300 }),
      options,
      (text, parseOptions) => typeof parsePrompt(text, '7', parseOptions).ok === 'boolean',
    ),
  );
  for (const piece of [
    '"',
    '“',
    '::',
    ':',
    ' -ar ',
    '— ',
    '&amp;',
    '<',
    '{"',
    '{"a":',
    '/imagine ',
    '\u200d',
    ' --',
    '—',
    'a::1',
    ' --no x',
    ',',
    '--v',
    `${url} `,
    '\\{',
    '.',
  ]) {
    const text = piece.repeat(6000 / piece.length);
    assert.equal(typeof parsePrompt(text, '7').ok, 'boolean');
    assert.equal(typeof parsePrompt(`a ${text} --seed 1`, '7').ok, 'boolean');
  }
});
