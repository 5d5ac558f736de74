/** Invalid prompts: parameters out of range or unknown, unbalanced braces and weights, mutations. */
import fc from 'fast-check';
import { parsePrompt } from '@kinora/shared/prompt/parse-prompt';
import { expandPrompt } from '@kinora/shared/prompt/permutations';
import { insideLink } from './bad-values.ts';

/** Values that no version accepts. */
const wrongValues: Readonly<Record<string, readonly string[]>> = {
  ar: ['', '0:1', '1:0', '16', '16/9', '-1:1', 'a:b', '99999:1', '1:1:1', '1e9:1', 'wide'],
  v: ['0', '9', '8.0', '-1', 'seven', '7.7', '1e0', '', 'niji'],
  niji: ['3', '8', 'x', '-6'],
  s: ['-1', '1001', 'much', '1e2', '', '99999999999999999999'],
  chaos: ['-1', '101', 'all', ''],
  weird: ['-1', '3001', '?'],
  q: ['0', '-1', '5', 'best', ''],
  seed: ['-1', '4294967296', '1.5', 'abc', '', '1e400'],
  stop: ['9', '101', 'now'],
  iw: ['-1', '4', 'x'],
  sw: ['-1', '1001'],
  sref: ['', 'sometimes', '-1', '4294967296'],
  cref: ['', 'nobody', '7'],
  oref: ['', 'x'],
  repeat: ['0', '-1', '41', '1.5', '1000000000', ''],
  bs: ['0', '3', '5'],
  motion: ['fast', ''],
  zoom: ['0', '3', 'x'],
  tile: ['yes', '1'],
  hd: ['1'],
  style: ['rawest', ''],
};

const outOfRange = fc.oneof(
  ...Object.entries(wrongValues).map(([name, values]) =>
    fc.constantFrom(...values).map(value => `a cat --${name} ${value}`),
  ),
);

const unknown = fc.stringMatching(/^zz[a-z0-9-]{0,30}$/).map(name => `a cat --${name} 5`);

const braces = fc.oneof(
  fc.integer({ min: 1, max: 3000 }).map(depth => `a ${'{'.repeat(depth)} cat`),
  fc.integer({ min: 1, max: 3000 }).map(depth => `a cat ${'}'.repeat(depth)}`),
  fc.integer({ min: 21, max: 2000 }).map(depth => `a ${'{'.repeat(depth)}b${'}'.repeat(depth)}`),
  fc.integer({ min: 201, max: 2900 }).map(count => `a {${'b,'.repeat(count)}c}`),
  fc.integer({ min: 8, max: 600 }).map(count => `a ${'{b,c}'.repeat(count)}`),
  fc.constantFrom('a {}', 'a {b, {}}', 'a {b} --ar {1:1, 0:0}', 'a {b, c} --repeat 40'),
);

const weights = fc.oneof(
  fc.double({ max: 0, min: -10_000, noNaN: true }).map(weight => `a cat::${weight.toFixed(2)}`),
  fc.integer({ min: 10_001 }).map(weight => `a cat::${weight} dog::1`),
  fc.constantFrom(':: cat', 'cat::1 dog::-1', 'cat::-1', '::', '::::', 'cat::0'),
);

const contradictions = fc.constantFrom(
  'a cat --loop',
  'a cat --sw 5',
  'a cat --cw 5',
  'a cat --ow 5',
  'a cat --iw 1',
  'a cat --zoom 1.5',
  'a cat --bs 2',
  'a cat --motion low',
  'a cat --hd --v 7',
  'a cat --tile --v 4',
  'a cat --stop 50 --v 7',
  'a cat --v 8.1 --hd --draft',
  'a cat --exp 5 --v 6',
  'a cat --cref x --v 7',
  'a cat --turbo --v 8.1',
  'a cat --upbeta',
  'a cat --width 100',
);

const empty = fc.constantFrom('', ' ', '\n\t', '--ar 3:2', '　', '--no');

const long = fc.integer({ min: 6001, max: 60_000 }).map(length => 'a'.repeat(length));

const links = fc.oneof(
  insideLink.map(link => `${link} a cat`),
  insideLink.map(link => `a cat ${link} a dog`),
  insideLink.map(link => `a cat --v 7 --sref ${link}`),
  insideLink.map(link => `a cat --v 7 --oref ${link}`),
  insideLink.map(link => `a cat --v 6 --cref ${link}`),
);

const valid = [
  'a cat --ar 16:9 --v 6.1 --stylize 250 --chaos 20',
  'hot:: dog::2 --no mustard, bun --seed 7',
  'a {red, blue} "HELLO" ball --v 7 --weird 30 --q 2',
  '一只猫，在月光下 --niji 6 --style raw',
];
const inserts = [
  '--',
  '::',
  '{',
  '}',
  ',',
  '"',
  '\\',
  '—',
  ' ',
  '\u202e',
  '\u0007',
  '-1',
  '0',
  'http://',
  '😀',
  '：：',
  '\u0000'.slice(1),
];

/**
 * A valid prompt with parts removed and inserted. Mutations that the parser still accepts are left out,
 * because they would create a task.
 */
const mutations = fc
  .record({
    prompt: fc.constantFrom(...valid),
    edits: fc.array(fc.record({ at: fc.nat(80), cut: fc.nat(6), put: fc.constantFrom('', ...inserts) }), {
      minLength: 1,
      maxLength: 5,
    }),
  })
  .map(({ prompt, edits }) =>
    edits.reduce(
      (text, { at, cut, put }) => `${text.slice(0, at)}${put}${text.slice(at + cut)}`.toWellFormed(),
      prompt,
    ),
  )
  .filter(isRefused);

/** Checked as one prompt, and as the permutations of its braces. */
function isRefused(text: string): boolean {
  const expansion = expandPrompt(text);
  const read = (single: string) => parsePrompt(single.trim(), '7').ok;
  return !read(text) && !(expansion.ok && expansion.prompts.every(read));
}

/** Invalid wherever a prompt is read. */
export const badPrompt: fc.Arbitrary<string> = fc.oneof(
  outOfRange,
  unknown,
  weights,
  long,
  contradictions,
  mutations,
);

/** Invalid only where the prompt is the only text, has permutations, and its URLs are fetched. */
export const badImaginePrompt: fc.Arbitrary<string> = fc.oneof(badPrompt, empty, braces, links);

/** Also invalid for a clip or a modal, where more may be omitted. */
export const badFollowingPrompt: fc.Arbitrary<string> = fc.oneof(unknown, long);
