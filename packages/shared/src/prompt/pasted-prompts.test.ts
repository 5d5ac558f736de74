/** Prompts as people paste them, versions that a parameter proves, JSON, and syntaxes of models. */
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
const readReason = (prompt: string): string => String(problem(prompt).details['reason']);
const url = 'https://example.com/a';

test('prompts as people paste them are parsed', () => {
  const wide = { text: 'a fox', aspect: { width: 16, height: 9 } };
  const rows: readonly (readonly [string, Partial<ParsedPrompt>])[] = [
    ...['—', '–', '―', '‒', '﹘', '──', '−−', '‑‑', '‐‐', '-', '−', '- -', '— ', '-- ', '- ', '- - '].map(
      dashes => [`a fox ${dashes}ar 16:9`, wide] as const,
    ),
    ...['\u200b', '\u2060', '\u00ad', '\ufeff', '\u200e'].flatMap(hidden => [
      [`a fox --${hidden}ar 16:9`, wide] as const,
      [`a f${hidden === '\u200e' ? '' : hidden}ox ${hidden}--a${hidden}r 1${hidden}6:9`, wide] as const,
    ]),
    ['a fox &#45;&#45;ar 16:9', wide],
    ['a fox &mdash;ar 16&colon;9', wide],
    ['a fox &amp;#x2014;ar 16:9', wide],
    ['/imagine prompt: a fox --ar 16:9', wide],
    ['/imagine prompt a fox --ar 16:9', wide],
    [`${url} /imagine a fox --ar 16:9`, { ...wide, images: [url] }],
    [`<${url}> a fox --sref <${url}>`, { images: [url], text: 'a fox' }],
    [`&lt;${url}&gt; a fox`, { images: [url], text: 'a fox' }],
    ['a &quot;Q&amp;A&quot; sign', { text: 'a "Q&A" sign' }],
    ['a fox -v 6, -s 50', { text: 'a fox', version: '6', stylize: 50 }],
    ['a fox -style raw -tile', { style: 'raw', tile: true }],
    ['a fox — style raw — v 6', { text: 'a fox', style: 'raw', version: '6' }],
    ['fog ::2 sea :: 3', { text: 'fog, sea, 3' }],
    ['a fox --p', { profiles: [], isPersonalized: true }],
    ['a fox --personalize --p 77724z8', { profiles: ['77724z8'], isPersonalized: false }],
    [`${url} --video 1 --end loop`, { video: { motion: 'low', loop: true, end: undefined, batch: 4 } }],
    ['👩\u200d🚀 ❤\ufe0f می\u200cخواهم', { text: '👩\u200d🚀 ❤\ufe0f می\u200cخواهم' }],
  ];
  for (const [prompt, expected] of rows) {
    const parsed = parse(prompt);
    for (const [field, value] of Object.entries(expected)) {
      assert.deepEqual(parsed[field as keyof ParsedPrompt], value, `${prompt}: ${field}`);
    }
  }
});

test('what may be a parameter is never drawn as words', () => {
  for (const prompt of ['a fox -no trees', 'a fox -tile of stone', 'a fox, -stylize lots']) {
    assert.match(readReason(prompt), /looks like a parameter.*write two dashes: `--/);
  }
});

test('a version that has the parameters is used if the default lacks them and none is named', () => {
  const rows: readonly (readonly [string, string, string, string])[] = [
    ['a --hd', '7', '8.2', '--hd'],
    ['a --sd', '7', '8.2', '--sd'],
    ['a --preview', '7', '8.2', '--preview'],
    [`a --edit ${url}`, '7', '8.2', '--edit'],
    [`a --oref ${url}`, '8.2', '7', '--oref'],
    [`a --cref ${url}`, '8.2', '6.1', '--cref'],
    ['a --q 2', '8.2', '7', '--q'],
    ['a --q .5', '8.2', '6.1', '--q'],
    ['a --stop 50', '8.2', '6.1', '--stop'],
    ['a --stop 50', 'niji 7', 'niji 6', '--stop'],
  ];
  for (const [prompt, usual, version, from] of rows) {
    const result = parsePrompt(prompt, usual);
    assert.ok(result.ok, prompt);
    assert.deepEqual([result.prompt.version, result.prompt.versionFrom], [version, from], prompt);
  }
  const hdResult = parsePrompt('a --hd', '7', { versions: ['7', '8.1'] });
  assert.equal(hdResult.ok && hdResult.prompt.version, '8.1');
});

test('a version that is named, or that no other can replace, is not replaced', () => {
  for (const prompt of ['a --hd --v 7', 'a --hd --niji 7', 'a --hd --stop 50', 'a --hd --q 4']) {
    assert.equal(problem(prompt).code, 'parameter_conflict', prompt);
  }
  assert.ok(!parsePrompt('a --hd', 'niji 7').ok);
  assert.ok(!parsePrompt('a --hd', '7', { versions: ['6', '7'] }).ok);
  assert.equal(problem('a --hd', { for: 'change' }).code, 'parameter_conflict');
});

test('JSON and the braces of plain prompts are words', () => {
  const json = '{"scene": "a fox :: at --dawn", "seen": ["\\"{", "https://example.com/a"]}';
  assert.deepEqual(parse(`${url} ${json} in oil --ar 3:2`), {
    ...parse(`${url} a`),
    text: `${json} in oil`,
    aspect: { width: 3, height: 2 },
    hasAspect: true,
  });
  assert.equal(
    parse('a {red::2|blue} \\{x\\} --seed 5', { syntax: 'plain' }).text,
    'a {red::2|blue} \\{x\\}',
  );
  assert.equal(parse('a \\{red, blue\\} fox').text, 'a {red, blue} fox');
});

test('parameters that only the engine knows are passed on if the model says so', () => {
  const open = parse('a fox --ar 3:2 --draw slow 5, --tile --glow', { syntax: 'open' });
  assert.deepEqual(open.passed, ['--draw slow 5', '--glow']);
  assert.equal(open.tile, true);
  assert.equal(problem('a fox --ar 0:1 --glow', { syntax: 'open' }).code, 'parameter_invalid');
});
