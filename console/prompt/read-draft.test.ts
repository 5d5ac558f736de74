/** Parsing of a prompt while it is typed: its errors and the suggested corrections. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { modelVersions } from '@kinora/shared/prompt/image-versions';
import { offerFixes } from './offer-fixes.ts';
import { compose, readDraft, type Role, type TypedPrompt } from './read-draft.ts';

const versions = [...modelVersions, 'niji 6', 'niji 7'];
const toTypedPrompt = (text: string, roles: readonly Role[] = []): TypedPrompt => ({
  text,
  roles,
  version: '7',
  versions,
});
const read = (text: string, roles?: readonly Role[]) => readDraft(toTypedPrompt(text, roles));
const listShown = (text: string, roles?: readonly Role[]) =>
  read(text, roles).problems.map(({ from, to }) => (from === undefined ? 'pictures' : text.slice(from, to)));
const listFixes = (text: string, roles?: readonly Role[]) => {
  const draft = read(text, roles);
  return draft.problems.flatMap(problem =>
    offerFixes(problem, draft, toTypedPrompt(text, roles)).map(fix => fix.text),
  );
};

test('every error is located in the prompt, and the other parameters are still parsed', () => {
  const text = 'a fox --chaos 300 --ar 3:2 --styleize 5 --v 6.1';
  const draft = read(text);
  assert.deepEqual(listShown(text), ['--chaos 300', '--styleize 5']);
  assert.deepEqual(draft.read.aspect, { width: 3, height: 2 });
  assert.equal(draft.read.version, '6.1');
  assert.deepEqual(draft.prompts, []);
});

test('a prompt without words is no error, and its parameters are parsed', () => {
  const draft = read(' --ar 16:9 --relax');
  assert.ok(draft.isEmpty);
  assert.deepEqual(draft.problems, []);
  assert.equal(draft.read.tier, 'relax');
  assert.ok(read('').isEmpty);
  assert.ok(read(' --ar 3:2', ['content']).isEmpty, 'a single image');
  assert.ok(!read('', ['content', 'content']).isEmpty, 'two images are blended');
});

test('braces expand to several prompts, and an error in an option is located in the text', () => {
  assert.equal(read('a {red, blue} boat --ar {1:1, 3:2}').prompts.length, 4);
  assert.deepEqual(listShown('a {red, blue} boat --chaos {5, 500}'), ['--chaos {5, 500}']);
  assert.deepEqual(listShown('a {red boat'), ['{red']);
});

test('images are placed by their roles, and their errors refer to the images', () => {
  assert.equal(
    compose({ text: 'a fox --s 5', roles: ['style', 'content'] }, String).prompt,
    '1 a fox --s 5 --sref 0',
  );
  const draft = read('a fox', ['content', 'style', 'object']);
  assert.equal(draft.prompts[0]?.images.length, 1);
  assert.equal(draft.prompts[0]?.styleReferences.length, 1);
  assert.deepEqual(listShown('a fox --v 7', ['character']), ['pictures']);
  assert.deepEqual(listFixes('a fox --v 7', ['character']), ['a fox --v 6.1']);
});

test('a version that no model of the token supports is an error', () => {
  const draft = readDraft({ text: 'a fox --v 5', roles: [], version: '7', versions: ['6', '7'] });
  assert.equal(draft.problems[0]?.problem.details['allowed'], '6, 7');
});

const offers: Readonly<Record<string, string>> = {
  'a fox --chaos 300': 'a fox --chaos 100',
  'a fox --chaos -3 --tile': 'a fox --chaos 0 --tile',
  'a fox --stylise 20': 'a fox --stylize 20',
  'a fox --ar16:9': 'a fox --ar 16:9',
  'a fox --ar 16x9': 'a fox --ar 16:9',
  'a fox --ar 1.78': 'a fox --ar 16:9',
  'a fox --ar 2.35:1 --s 5': 'a fox --ar 21:9 --s 5',
  'a fox --ar 9:1 --v 8.2': 'a fox --ar 4:1 --v 8.2',
  'a fox --ar 99:1': 'a fox --ar 14:1',
  'a fox --v 6.2': 'a fox --v 6.1',
  'a fox --style rae': 'a fox --style raw',
  'a fox --q 3 --v 6': 'a fox --q 2 --v 6',
  'a fox --ar 3:2 in snow': 'a fox in snow --ar 3:2',
  'a fox --s 50 --tile in snow': 'a fox in snow --s 50 --tile',
  'a fox --cref https://example.com/a --v 7': 'a fox --cref https://example.com/a --v 6.1',
  'a fox --hq': 'a fox',
  'a fox --foo 7': 'a fox',
  '--ar 16:9a red fox': 'a red fox --ar 16:9',
};

for (const [text, fixedText] of Object.entries(offers))
  test(`"${text}" is corrected to "${fixedText}"`, () => {
    assert.equal(listFixes(text)[0], fixedText);
  });

test('a model that the token cannot use is an error, and a named model accepts any version', () => {
  const makeDraft = (text: string) =>
    readDraft({ ...toTypedPrompt(text), versions: ['6.1'], models: ['sketch', 'painter'] });
  assert.deepEqual(makeDraft('a fox --v 7 --model painter').problems, []);
  const [unknown] = makeDraft('a fox --model nobody --ar 3:2').problems;
  assert.equal(unknown?.problem.code, 'parameter_invalid');
  assert.equal(unknown?.problem.details['allowed'], 'sketch, painter');
  assert.deepEqual([unknown?.from, unknown?.to], [6, 20]);
});
