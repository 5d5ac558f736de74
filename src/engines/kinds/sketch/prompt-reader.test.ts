import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PromptJob } from '../../contract/prompt-reader.ts';
import { sketchPromptReader } from './prompt-reader.ts';

function read(prompt: string, more: Partial<PromptJob> = {}) {
  const reading = sketchPromptReader.read({ kind: 'grid', prompt, exclude: [], isFollowUp: false, ...more });
  if (!reading) throw new Error(`no reading of ${prompt}`);
  return reading;
}

test('each word of a prompt is drawn, read as style, excluded or not understood', () => {
  assert.deepEqual(
    read('two red foxes beside a lighthouse at sunset, watercolor, quantum mood, without clouds').words,
    {
      drawn: ['two', 'red foxes', 'lighthouse', 'sunset'],
      understood: ['two', 'red foxes', 'lighthouse', 'sunset'],
      style: ['watercolor'],
      excluded: ['clouds'],
      notUnderstood: ['quantum', 'mood'],
    },
  );
});

test('Chinese is split into words, and unknown words stay together', () => {
  const { words, isEnough } = read('一只红色的狐狸在量子计算机旁边，水墨画');
  assert.deepEqual(words.drawn, ['一只', '红色的', '狐狸']);
  assert.deepEqual(words.style, ['水墨画']);
  assert.deepEqual(words.notUnderstood, ['量子计算机']);
  assert.equal(isEnough, true);
});

test('a word that does not affect the picture is not listed as drawn', () => {
  assert.deepEqual(read('a dog sitting on a bench').words.notUnderstood, ['sitting']);
  assert.deepEqual(read('a dancing tree').words.notUnderstood, ['dancing']);
  assert.deepEqual(read('a cat, oil painting, pixel art').words.notUnderstood, ['pixel art']);
  assert.deepEqual(read('a man in a hat').words.notUnderstood, ['hat']);
});

test('lettering, emoji and the horse of a rider are listed as drawn', () => {
  assert.deepEqual(read('"HELLO" on a neon sign').words.drawn, ['"HELLO"', 'neon sign']);
  assert.deepEqual(read('🦊').words.drawn, ['🦊']);
  assert.deepEqual(read('a man riding a horse').words.drawn, ['man', 'horse']);
});

test('a prompt without anything that the engine can draw is not enough', () => {
  for (const prompt of [
    'quantum flux capacitor',
    'qwertyuiop, watercolor',
    'beautiful, masterpiece, 8k',
    'кошка на крыше',
    'un gato en un tejado',
    '量子计算机',
    'three',
    'the',
    '!!!',
  ])
    assert.equal(read(prompt).isEnough, false, prompt);
});

test('a thing, a place, a time of day, a weather or a style alone is enough', () => {
  for (const prompt of [
    'a fox',
    'quantum fox',
    'the sea',
    'sunset',
    'rain',
    '"HELLO"',
    'watercolor',
    '狐狸',
    '🦊',
  ])
    assert.equal(read(prompt).isEnough, true, prompt);
});

test('a job with a picture needs no understandable prompt', () => {
  const prompt = 'quantum flux';
  for (const role of ['prompt', 'style', 'character', 'object'] as const)
    assert.equal(read(prompt, { inputs: [{ role }] }).isEnough, true, role);
  assert.equal(read(prompt, { kind: 'clip', inputs: [{ role: 'picture' }] }).isEnough, true);
  for (const kind of ['variation', 'outpaint', 'clip'] as const)
    assert.equal(read(prompt, { kind, isFollowUp: true }).isEnough, true, kind);
});

test('the prompt of an edit must be understood, because the picture does not say what to change', () => {
  const picture = { inputs: [{ role: 'picture' }, { role: 'mask' }] } as const;
  for (const kind of ['edit', 'retexture'] as const) {
    assert.equal(read('quantum flux', { kind, ...picture }).isEnough, false);
    for (const prompt of [
      'remove the dog',
      'make the fox blue',
      'add a boat',
      'turn it into marble',
      'at night',
    ])
      assert.equal(read(prompt, { kind, ...picture }).isEnough, true, `${kind} ${prompt}`);
  }
  assert.equal(read('quantum flux', { kind: 'clip', remix: true, isFollowUp: true }).isEnough, false);
});

test('prompt parts are read by their weights, and exclusions are reported', () => {
  const parts = [
    { text: 'a castle', weight: 2 },
    { text: 'quantum', weight: 1 },
    { text: 'clouds', weight: -0.5 },
  ];
  const { words } = read('a castle quantum clouds', { parts, exclude: ['fog', 'gremlins'] });
  assert.deepEqual(words, {
    drawn: ['castle'],
    understood: ['castle'],
    style: [],
    excluded: ['fog', 'clouds'],
    notUnderstood: ['gremlins', 'quantum'],
  });
});

test('the prompt of a clip may also name motion and changes', () => {
  const { words } = read('handheld timelapse of a city from day to night', { kind: 'clip' });
  assert.deepEqual(words.notUnderstood, []);
  assert.deepEqual(words.style, ['handheld', 'day to night', 'timelapse']);
});

test('a job that does not draw its prompt has no reading', () => {
  for (const kind of ['upscale', 'describe', 'shorten'] as const)
    assert.equal(
      sketchPromptReader.read({ kind, prompt: 'a fox', exclude: [], isFollowUp: true }),
      undefined,
    );
  assert.equal(
    sketchPromptReader.read({ kind: 'grid', prompt: ' ', exclude: [], isFollowUp: false }),
    undefined,
  );
});

test('only the beginning of a long weighted prompt and of its exclusions is read', () => {
  const parts = [
    { text: 'cat '.repeat(500), weight: 1 },
    { text: 'qwertzu', weight: 1 },
  ];
  const exclude = ['yxcvbnm'];
  const prompt = parts.map(({ text }) => text).join(', ');
  const job = { kind: 'grid', prompt, parts, exclude, isFollowUp: false } as const;
  const words = sketchPromptReader.read(job)?.words;
  assert.deepEqual(words?.drawn, ['cat']);
  assert.deepEqual([words?.notUnderstood, words?.excluded], [[], []]);
});
