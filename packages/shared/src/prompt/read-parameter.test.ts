/** The allowed values of each parameter and version, as in the table of the contract. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parsePrompt, type ParsedPrompt } from './parse-prompt.ts';
import { modelVersions, nijiVersions, versionFlag } from './image-versions.ts';
import { problemDetails } from './problem-details.ts';

const all = [...modelVersions, ...nijiVersions.map(version => `niji ${version}`)];
const url = 'https://example.com/a';

/** `ok`, or the error code. */
const outcome = (parameter: string, version: string, front = ''): string => {
  const result = parsePrompt(`${front}a ${parameter} ${versionFlag(version)}`, '7');
  return result.ok ? 'ok' : result.problem.code;
};

test('a parameter works in its versions and is incompatible with all others', () => {
  const since = (...versions: string[]) => all.filter(version => versions.includes(version));
  const laterVersions = all.slice(4).filter(version => version !== 'niji 4');
  const modern = since('6', '6.1', '7', '8.1', '8.2', 'niji 6', 'niji 7');
  const old = since('1', '2', '3');
  const rows: readonly (readonly [string, readonly string[]])[] = [
    ['--ar 3:2', all],
    ['--chaos 50', all],
    ['--stylize 700', all.filter(version => !['1', '2'].includes(version))],
    ['--weird 5', laterVersions],
    ['--exp 5', since('7', '8.1', '8.2')],
    ['--quality 1', all.filter(version => !version.startsWith('8'))],
    ['--stop 50', all.filter(version => !['7', '8.1', '8.2', 'niji 7'].includes(version))],
    ['--tile', [...old, ...laterVersions]],
    ['--raw', since('5.1', '5.2', '6', '6.1', '7', '8.1', '8.2', 'niji 6', 'niji 7')],
    ['--iw 1', [...old, ...laterVersions]],
    [`--sref ${url}`, modern],
    ['--sref 1 --sw 5', modern],
    ['--sref 1 --sv 2', since('6', '6.1', '7', 'niji 6', 'niji 7')],
    [`--cref ${url} --cw 5`, since('6', '6.1', 'niji 6')],
    [`--oref ${url} --ow 5`, ['7']],
    ['--profile 77724z8', modern],
    ['--draft', since('7', '8.1', '8.2')],
    ['--preview', ['8.2']],
    ['--hd', since('8.1', '8.2')],
    ['--sd', since('8.1', '8.2')],
    [`--edit ${url}`, ['8.2']],
    ['--turbo', all.filter(version => version !== '8.1')],
    ['--fast', all],
    ['--seed 7 --repeat 3 --no b', all],
    ['--video --motion high --bs 2', all],
  ];
  for (const [parameter, versions] of rows) {
    for (const version of all) {
      const expected = versions.includes(version) ? 'ok' : 'parameter_conflict';
      const front = parameter.startsWith('--iw') ? `${url} ` : '';
      assert.equal(outcome(parameter, version, front), expected, `${parameter} in ${version}`);
    }
  }
});

test('an incompatible parameter is reported with the version and the supported ones', () => {
  const result = parsePrompt(`a --cref ${url} --v 7`, '6');
  assert.deepEqual(result.ok || problemDetails(result.problem.details), {
    parameter: '--cref',
    other: '--version 7',
    remedy: 'Supported versions: 6 to 6.1, niji 6.',
    remedyZh: '支持的版本：6 至 6.1, niji 6。',
  });
});

test('values at the limits of a range are accepted, and values beyond are rejected', () => {
  const rows: readonly (readonly [string, string, string, string])[] = [
    // versions | parameter | allowed | not allowed
    ['1 2 3', '--ar', '5:2 2:5 1:1', '8:3 3:8'],
    ['4 niji-4', '--ar', '2:1 1:2', '21:10 9:16:1'],
    ['5 5.2 6 7 niji-5 niji-7', '--ar', '14:1 1:14 1920:1080', '15:1 1:15 16x9 1.5:1 0:1 3 -1:1 3:-2'],
    ['8.1 8.2', '--ar', '4:1 1:4', '9:2 2:9'],
    ['7', '--chaos', '0 100', '-1 101 5.5 x'],
    ['7', '--stylize', '0 1000', '1001 -1'],
    ['3', '--stylize', '625 2500 60000', '624 60001 100'],
    ['7', '--weird', '0 3000', '3001'],
    ['8.1', '--exp', '0 100', '101'],
    ['1 2 3', '--quality', '.25 0.5 1 2', '4 3'],
    ['4 5 5.2 niji-4 niji-5', '--quality', '.25 .5 1', '2'],
    ['6 6.1 niji-6', '--quality', '.5 1 2', '.25 4'],
    ['7 niji-7', '--quality', '1 2 3 4', '.5 5'],
    ['7', '--seed', '0 4294967295', '4294967296 1.5 -1 x'],
    ['6', '--stop', '10 100', '9 101'],
    ['5', '--iw', '.5 2', '.4 2.1'],
    ['niji-5', '--iw', '.5 2', '.4 3'],
    ['6 7 8.2 niji-6 1', '--iw', '0 1.25 3', '3.1 -1 x'],
    ['niji-7', '--iw', '0 2', '2.5'],
    ['7', '--sref', `${url} random 0 4294967295 ${url}::.5 12::2`, `4294967296 x ${url}::0 ${url}::-1 1::x`],
    ['7 niji-7', '--sref 1 --sv', '1 6', '0 7'],
    ['6 niji-6', '--sref 1 --sv', '1 4', '5'],
    ['7', '--sref 1 --sw', '0 1000', '1001'],
    ['6', '--cref', `${url} ${url}::2`, 'random 5 data:image/png;base64,AAAA'],
    ['6', `--cref ${url} --cw`, '0 100', '101'],
    ['7', '--oref', url, `${url}::2 ${url},${url} 5`],
    ['7', `--oref ${url} --ow`, '1 1000', '0 1001'],
    ['7', '--profile', '77724z8 m123', 'a-b ü'],
    ['8.2', '--edit', `${url} ${url}::2`, 'x'],
    ['7', '--repeat', '1 40', '0 41'],
    ['7', '--video --motion', 'low high HIGH', 'middle'],
    ['7', '--video --bs', '1 2 4', '3 8'],
    ['7', '--video --end', url, 'x'],
    ['7', '--v', '1 5 5.0 5.1 6.1 7.0 8.1 8.2', '0 8 8.0 5.3 9 niji'],
    ['7', '--niji', '4 5 6 7', '3 8'],
    ['4', '--style', '4a 4b 4c', 'raw cute'],
    ['5.1 7 8.2 niji-6', '--style', 'raw RAW', 'scenic 4a'],
    ['niji-5', '--style', 'cute expressive original scenic', 'raw'],
  ];
  for (const [versions, parameter, allowedValues, refusedValues] of rows) {
    for (const version of versions.split(' ').map(name => name.replace('-', ' '))) {
      for (const value of allowedValues.split(' ')) {
        const parameterText = `${parameter} ${value}`;
        assert.equal(
          outcome(parameterText, version, promptBefore(parameter)),
          'ok',
          `${parameterText} in ${version}`,
        );
      }
      for (const value of refusedValues.split(' ')) {
        const parameterText = `${parameter} ${value}`;
        assert.equal(
          outcome(parameterText, version, promptBefore(parameter)),
          'parameter_invalid',
          `${parameterText} in ${version}`,
        );
      }
    }
  }
});

const promptBefore = (parameter: string): string => (parameter === '--iw' ? `${url} ` : '');

test('a parameter with a value is rejected without one, and a flag is rejected with one', () => {
  for (const name of ['ar', 'v', 's', 'c', 'w', 'exp', 'no', 'seed', 'q', 'sref', 'oref', 'r', 'style']) {
    assert.equal(outcome(`--${name}`, '7'), 'parameter_invalid', name);
  }
  for (const name of ['raw', 'tile', 'draft', 'video', 'relax', 'fast', 'turbo', 'stealth']) {
    assert.equal(outcome(`--${name} cat`, '7'), 'parameter_invalid', name);
  }
  for (const value of ['，', url]) assert.equal(outcome(`--no ${value}`, '7'), 'parameter_invalid');
});

test('lists have a maximum length', () => {
  const urls = (count: number) => Array.from({ length: count }, () => url).join(' ');
  assert.equal(outcome(`--edit ${urls(4)}`, '8.2'), 'ok');
  assert.equal(outcome(`--edit ${urls(3)} --edit ${urls(2)}`, '8.2'), 'parameter_invalid');
  assert.equal(outcome(`--cref ${urls(11)}`, '6'), 'parameter_invalid');
  assert.equal(outcome(`--sref ${urls(11)}`, '6'), 'parameter_invalid');
});

test('aliases mean the same', () => {
  const read = (prompt: string): ParsedPrompt => {
    const result = parsePrompt(prompt, '7');
    assert.ok(result.ok);
    return result.prompt;
  };
  const pairs = ['ar aspect 3:2', 's stylize 5', 'c chaos 5', 'w weird 5', 'q quality 2', 'r repeat 5'];
  for (const [short, long, value] of [...pairs, 'p profile abc', 'v version 6'].map(pair =>
    pair.split(' '),
  )) {
    assert.deepEqual(read(`a --${short} ${value}`), read(`a --${long} ${value}`));
  }
  assert.deepEqual(read('a --raw'), read('a --style raw'));
  assert.deepEqual(read('a --preview --v 8.2'), read('a --draft --v 8.2'));
  assert.equal(read('a --q 3').quality, 4);
});

test('references keep their kind, order and weight', () => {
  const result = parsePrompt(`a --sref ${url}::2, 77 random::.5 --p ab12 cd`, '7');
  assert.ok(result.ok);
  assert.deepEqual(result.prompt.styleReferences, [
    { kind: 'address', address: url, weight: 2 },
    { kind: 'code', code: 77, weight: 1 },
    { kind: 'random', weight: 0.5 },
  ]);
  assert.deepEqual(result.prompt.profiles, ['ab12', 'cd']);
});

test('the stylize scale of version 3 is converted to the default scale', () => {
  const stylize = (value: number) => {
    const result = parsePrompt(`a --s ${value} --v 3`, '7');
    return result.ok && result.prompt.stylize;
  };
  assert.deepEqual([625, 2500, 60_000].map(stylize), [25, 100, 1000]);
});

test('an error about a range names the version', () => {
  for (const [parameter, version] of [
    ['--ar 3:1', '4'],
    ['--q 4', 'niji 6'],
    ['--sref 1 --sv 5', '6'],
  ] as const) {
    const result = parsePrompt(`a ${parameter}`, version);
    assert.ok(
      !result.ok && String(problemDetails(result.problem.details)['allowed']).includes(versionFlag(version)),
    );
  }
});
