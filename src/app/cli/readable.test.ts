import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readable, readableLines } from './readable.ts';

for (const [value, words] of [
  [{ relax: '0.5', fast: '1', turbo: '2' }, 'relax 0.5, fast 1, turbo 2'],
  [0.051476999999999995, '0.0515'],
  [0.00012345, '0.000123'],
  [4.7, '4.7'],
  [1_000_000, '1000000'],
  ['0.0051476', '0.0051476'],
  [['image', 'video'], 'image, video'],
  [[{ unit_price: '0.05' }, { when: { resolution: '480p' } }], 'unit price 0.05; when (resolution 480p)'],
  [{ tier: 'fast', seconds: null }, 'tier fast'],
  ['2026-11-22T02:35:30.930Z', '2026-11-22 02:35'],
  [false, 'false'],
  [0, '0'],
  [{}, '—'],
  [[], '—'],
  ['', '—'],
  [null, '—'],
] as const)
  test(`${JSON.stringify(value)} reads ${words}`, () => {
    assert.equal(readable(value), words);
  });

test('a value that is too long for one line is split into a line for each part', () => {
  const text = 'x'.repeat(60);
  assert.deepEqual(readableLines([{ kind: 'a', text }, { kind: 'b' }]), [`kind a, text ${text}; kind b`]);
  assert.deepEqual(readableLines([{ text }, { text }]), [`text ${text}`, `text ${text}`]);
  assert.deepEqual(readableLines({ curl: text, python: `import\n${text}` }), [
    `curl ${text}`,
    'python import',
    text,
  ]);
  assert.deepEqual(readableLines('one\ntwo'), ['one', 'two']);
});

test('names of parameters and settings are printed as they are, whatever surrounds them', () => {
  const set = { 'sample_params.guidance.txt_cfg': 1, max_tokens: 777 };
  const route = { timeout_seconds: 5, parameters: { rename: { clip_skip: 'n_skip' }, set } };
  const names = 'rename (clip_skip n_skip), set (sample_params.guidance.txt_cfg 1, max_tokens 777)';
  assert.equal(readable(route), `timeout seconds 5, parameters (${names})`);
  assert.equal(readable(route.parameters, 'parameters'), names);
  assert.equal(readable([{ frame_step: 4 }], 'settings'), 'frame_step 4');
  const long = { a_b: 'x'.repeat(60), c_d: 'y'.repeat(60) };
  assert.deepEqual(readableLines(long, 'settings'), [`a_b ${long.a_b}`, `c_d ${long.c_d}`]);
});
