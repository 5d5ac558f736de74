import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { normalizePrompt, parsePrompt, type ParsedPrompt } from './parse-prompt.ts';
import { modelVersions, nijiVersions } from './image-versions.ts';

const url = 'https://example.com/a';

/** Tier, repeat and zoom control how a prompt is run and are left out. The version is always written. */
const picture = (prompt: ParsedPrompt) => ({
  ...prompt,
  tier: undefined,
  repeat: 1,
  zoom: undefined,
  versionFrom: undefined,
});

const normalize = (prompt: string): string => {
  const result = parsePrompt(prompt, '7');
  assert.ok(result.ok, JSON.stringify(result));
  return normalizePrompt(result.prompt);
};

test('a prompt is normalized to the parameters that were understood', () => {
  const rows: readonly (readonly [string, string])[] = [
    ['a', 'a --v 7.0'],
    ['a pig --v 6 --s 250', 'a pig --s 250 --v 6.0'],
    ['b --v 5.2', 'b --v 5.2'],
    ['a --niji --ar 2:2', 'a --ar 1:1 --niji 7'],
    [
      'a --ar 16:9 --niji 6 --no b，c --style raw --seed 7',
      'a --ar 16:9 --no b, c --style raw --seed 7 --niji 6',
    ],
    ['a --q 3 --fast --r 5 --stealth', 'a --q 4 --v 7.0'],
    ['a:: b::2', 'a::1 b::2 --v 7.0'],
    [`${url}, a --iw .5 --sref 5::2, ${url}`, `${url} a --iw 0.5 --sref 5::2 ${url} --v 7.0`],
    ['a --video --motion high', 'a --video --motion high --v 7.0'],
    ['a --s 3000 --v 3', 'a --s 3000 --v 3.0'],
    [`${url} a --v 2`, `${url} a --iw 0.25 --v 2.0`],
    [`${url} a --video --v 2`, `${url} a --video --v 2.0`],
  ];
  for (const [prompt, normal] of rows) assert.equal(normalize(prompt), normal);
});

test('weights are omitted without the references that they belong to', () => {
  const result = parsePrompt(`${url} a --iw 2 --sref ${url} --sw 5 --sv 2 --oref ${url} --ow 7`, '7');
  assert.ok(result.ok);
  const bare = { ...result.prompt, images: [], styleReferences: [], objectReference: undefined };
  assert.equal(normalizePrompt(bare), 'a --v 7.0');
});

/** Checks that a prompt that parses has a normal form that parses to the same result. */
const holds = (prompt: string, version = '7'): boolean => {
  const first = parsePrompt(prompt, version);
  if (!first.ok) return true;
  const second = parsePrompt(normalizePrompt(first.prompt), '1');
  assert.ok(second.ok, `${prompt} -> ${normalizePrompt(first.prompt)}: ${JSON.stringify(second)}`);
  assert.deepEqual(picture(second.prompt), picture(first.prompt), prompt);
  return true;
};

const version = fc.constantFrom(...modelVersions, ...nijiVersions.map(niji => `niji ${niji}`));
const integerUpTo = (most: number) => fc.integer({ min: 0, max: most });
const parameter = fc.oneof(
  fc.tuple(
    fc.constant('ar'),
    fc.tuple(integerUpTo(30), integerUpTo(30)).map(([w, h]) => `${w}:${h}`),
  ),
  fc.tuple(fc.constantFrom('c', 'exp', 'stop', 'sw', 'cw', 'ow', 'seed'), integerUpTo(110).map(String)),
  fc.tuple(fc.constantFrom('s', 'w'), fc.oneof(integerUpTo(1000), integerUpTo(70_000)).map(String)),
  fc.tuple(fc.constantFrom('q', 'iw', 'bs', 'sv'), fc.constantFrom('.25', '.5', '1', '2', '3', '4')),
  fc.tuple(fc.constant('no'), fc.constantFrom('b', 'b, c', '"b, c" d', '树，草', 'a.b')),
  fc.tuple(fc.constant('style'), fc.constantFrom('raw', 'cute', '4a', '4c')),
  fc.tuple(fc.constantFrom('tile', 'draft', 'hd', 'raw', 'video', 'loop', 'turbo'), fc.constant('')),
  fc.tuple(
    fc.constantFrom('sref', 'cref', 'oref', 'edit', 'end'),
    fc.constantFrom(url, `${url} ${url}::2`, '5'),
  ),
  fc.tuple(fc.constantFrom('sref', 'p', 'motion'), fc.constantFrom('random', '77::.5', 'low', 'high', 'ab1')),
);

test('the normal form of any valid prompt parses to the same result', () => {
  const words = fc.constantFrom(
    'a cat',
    'a:: b::-.5',
    '一只“--v 6”猫',
    'a 5" b',
    `${url} a`,
    `${url} ${url}`,
  );
  fc.assert(
    fc.property(words, fc.array(parameter, { maxLength: 5 }), version, (text, parameters, promptVersion) =>
      holds([text, ...parameters.map(([name, value]) => `--${name} ${value}`)].join(' '), promptVersion),
    ),
    { numRuns: 2000 },
  );
});

const pieces =
  ' |--|—|::|：：|:|"|“|”|,|，|.|。|a|b|1|0.5|-|猫|\n|{|\\|--no |--seed 5|--v| --tile|no|ar|data:image/png;base64,AA|}|\\{|\\,|{"a":1}|{"|&amp;|#45;|lt;|<|>|— ar 3:2|-v 6|- |-tile|\u200b|\u200d|─|−'
    .split('|')
    .concat(' ', ' ', url);

test('the normal form of any other text that parses does so, too', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 14 }), text => holds(text.join(''))),
    { numRuns: 10_000 },
  );
});
