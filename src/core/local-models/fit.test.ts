import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GraphicsCard } from '../../platform/lib/machine/card-reports.ts';
import { downloadBytes, type LocalModelEntry } from './entry.ts';
import { pickBest, checkFit, type FitMachine } from './fit.ts';
import { readShippedEntries } from './local-catalogue.ts';
import { memoryToStart, serverArguments } from './server-arguments.ts';

const entries = readShippedEntries();
const entry = (name: string): LocalModelEntry => {
  const match = entries.find(one => one.name === name);
  assert.ok(match, name);
  return match;
};
const card = (gigabytes: number): GraphicsCard => ({
  name: 'GeForce',
  memoryBytes: gigabytes * 1024 ** 3,
  isUnified: false,
});
const laptop: FitMachine = {
  platform: 'linux',
  arch: 'x64',
  memoryBytes: 16e9,
  cores: 4,
  cards: [],
  freeBytes: 100e9,
  hasProgram: true,
};
const findVerdict = (name: string, machine: Partial<FitMachine>) => {
  const { verdict, reason } = checkFit(entry(name), { ...laptop, ...machine });
  return `${verdict} ${reason}`;
};

test('memory, video memory, disk and system decide what fits', () => {
  assert.equal(findVerdict('sdxs-512', {}), 'well fit_processor');
  assert.equal(findVerdict('sd-1.5', {}), 'slowly fit_processor_slow');
  assert.equal(findVerdict('qwen-image', { memoryBytes: 64e9 }), 'no fit_needs_card');
  assert.equal(findVerdict('sdxs-512', { memoryBytes: 1e9 }), 'no fit_needs_memory');
  assert.equal(findVerdict('flux2-klein-4b', { cards: [card(12)] }), 'well fit_card');
  assert.equal(findVerdict('flux2-klein-4b', { cards: [card(8)] }), 'well fit_card');
  assert.equal(findVerdict('flux2-klein-4b', { cards: [card(6)] }), 'slowly fit_card_low');
  assert.equal(findVerdict('flux2-klein-4b', { cards: [card(4)] }), 'slowly fit_processor_slow');
  assert.equal(findVerdict('wan-2.2-ti2v-5b', { cards: [card(4)] }), 'no fit_needs_larger_card');
  assert.equal(
    findVerdict('z-image-turbo', { cards: [{ name: 'Arc', memoryBytes: undefined, isUnified: false }] }),
    'slowly fit_card_unknown',
  );
  assert.equal(findVerdict('flux2-klein-4b', { freeBytes: 5e9 }), 'no fit_needs_disk');
  assert.equal(findVerdict('sdxs-512', { hasProgram: false }), 'no fit_needs_program');
});

test('files that are there already need no free disk', () => {
  const klein = entry('flux2-klein-4b');
  const machine = { ...laptop, freeBytes: 2e9, cards: [card(12)] };
  assert.equal(checkFit(klein, machine, downloadBytes(klein)).verdict, 'well');
});

test('the best that fits is recommended', () => {
  const bestFor = (machine: Partial<FitMachine>, kind: string) =>
    pickBest(
      entries
        .filter(one => one.kind === kind)
        .map(one => ({ ...one, verdict: checkFit(one, { ...laptop, ...machine }).verdict })),
    )?.name;
  assert.equal(bestFor({}, 'image'), 'sdxs-512');
  assert.equal(bestFor({ cards: [card(8)] }, 'image'), 'flux2-klein-4b');
  assert.equal(bestFor({ cards: [card(4)] }, 'image'), 'sd-1.5');
  assert.equal(bestFor({}, 'video'), undefined);
  assert.equal(bestFor({ cards: [card(8)] }, 'video'), 'wan-2.2-ti2v-5b');
});

test('weights that do not fit into video memory stay in main memory', () => {
  const klein = entry('flux2-klein-4b');
  const paths = ['/m/a.gguf', '/m/b.safetensors', '/m/c.gguf'];
  const weightsBytes = downloadBytes(klein);
  const listArguments = (cards: readonly GraphicsCard[], memoryBytes = 16e9) =>
    serverArguments(klein, paths, { ...laptop, memoryBytes, cards, weightsBytes });
  const files = ['--diffusion-model', paths[0], '--vae', paths[1], '--llm', paths[2], '--diffusion-fa'];
  assert.deepEqual(listArguments([card(12)]), files);
  assert.deepEqual(listArguments([card(6)]), [...files, '--offload-to-cpu', '--max-vram', '-1']);
  assert.deepEqual(listArguments([card(4)]), [
    ...files,
    '--offload-to-cpu',
    '--max-vram',
    '-1',
    '--stream-layers',
  ]);
  assert.deepEqual(listArguments([]), files);
  assert.deepEqual(listArguments([], 6e9), [...files, '--mmap']);
  assert.deepEqual(listArguments([{ name: 'Apple', memoryBytes: 5e9, isUnified: true }]), files);
});

test('the memory of the weights must be free where they will be', () => {
  const toStart = (args: readonly string[], cards: readonly GraphicsCard[]) =>
    Object.values(memoryToStart(args, { cards, weightsBytes: 4.26e9 }));
  assert.deepEqual(toStart([], [card(12)]), [0, 4.3]);
  assert.deepEqual(toStart(['--offload-to-cpu'], [card(6)]), [4.3, 0]);
  assert.deepEqual(toStart([], []), [4.3, 0]);
  assert.deepEqual(toStart(['--mmap'], []), [0, 0]);
  assert.deepEqual(toStart([], [{ name: 'Apple', memoryBytes: 5e9, isUnified: true }]), [4.3, 0]);
});
