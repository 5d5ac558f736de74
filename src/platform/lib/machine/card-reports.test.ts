import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { nvidiaCards, rocmCards, sysfsCard, vulkanCards } from './card-reports.ts';
import { readGraphicsCards, runTool } from './graphics-cards.ts';
import { usableMemory } from './machine.ts';

const mebibyte = 1024 ** 2;
const nvidia = 'NVIDIA GeForce RTX 3060, 12288\nNVIDIA GeForce RTX 4090, 24564\n';
const rocm = JSON.stringify({
  card0: { 'Card Series': 'AMD Radeon RX 7900 XT', 'VRAM Total Memory (B)': '21458059264' },
  system: { 'Driver version': '6.10' },
});
const vulkan = `Devices:
========
GPU0:
\tapiVersion         = 1.4.303
\tdeviceType         = PHYSICAL_DEVICE_TYPE_DISCRETE_GPU
\tdeviceName         = Intel(R) Arc(tm) A770 Graphics (DG2)
GPU1:
\tdeviceType         = PHYSICAL_DEVICE_TYPE_CPU
\tdeviceName         = llvmpipe (LLVM 19.1.7, 256 bits)
`;

test('the tools of drivers are read, and nothing is made of other output', () => {
  assert.deepEqual(nvidiaCards(nvidia), [
    { name: 'NVIDIA GeForce RTX 3060', memoryBytes: 12_288 * mebibyte, isUnified: false },
    { name: 'NVIDIA GeForce RTX 4090', memoryBytes: 24_564 * mebibyte, isUnified: false },
  ]);
  assert.deepEqual(rocmCards(rocm), [
    { name: 'AMD Radeon RX 7900 XT', memoryBytes: 21_458_059_264, isUnified: false },
  ]);
  assert.deepEqual(vulkanCards(vulkan), [
    { name: 'Intel(R) Arc(tm) A770 Graphics (DG2)', memoryBytes: undefined, isUnified: false },
  ]);
  const failure = 'NVIDIA-SMI has failed because it could not communicate with the driver.\n';
  for (const output of ['', failure, '[1]', 'null', '{"card0": 3}'])
    assert.deepEqual([nvidiaCards(output), rocmCards(output), vulkanCards(output)], [[], [], []], output);
  assert.equal(sysfsCard('17163091968\n')?.memoryBytes, 17_163_091_968);
  assert.equal(sysfsCard('536870912\n'), undefined, 'an integrated card with a small part of the memory');
  assert.equal(sysfsCard(''), undefined);
});

test('the card with the most memory comes first, and Vulkan is asked only if nothing else is known', async () => {
  const linux = { platform: 'linux', arch: 'x64', memoryBytes: 32e9 };
  const run = (outputs: Readonly<Record<string, string>>) => async (program: string) =>
    outputs[program] ?? '';
  const noFolder = '/nonexistent';
  const cards = await readGraphicsCards(linux, {
    run: run({ 'nvidia-smi': nvidia, vulkaninfo: vulkan }),
    drmFolder: noFolder,
  });
  assert.deepEqual(
    cards.map(({ name }) => name),
    ['NVIDIA GeForce RTX 4090', 'NVIDIA GeForce RTX 3060'],
  );
  const other = await readGraphicsCards(linux, { run: run({ vulkaninfo: vulkan }), drmFolder: noFolder });
  assert.equal(other[0]?.name, 'Intel(R) Arc(tm) A770 Graphics (DG2)');
  const folder = await mkdtemp(join(tmpdir(), 'kinora-drm-'));
  try {
    await mkdir(join(folder, 'card1', 'device'), { recursive: true });
    await writeFile(join(folder, 'card1', 'device', 'mem_info_vram_total'), '8573157376\n');
    const amd = await readGraphicsCards(linux, { run: run({}), drmFolder: folder });
    assert.deepEqual(amd, [{ name: 'AMD', memoryBytes: 8_573_157_376, isUnified: false }]);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('a Mac with its own processor shares its memory, and other systems report no card', async () => {
  const run = async () => assert.fail('nothing is run');
  const sources = { run, drmFolder: '' };
  const mac = { platform: 'darwin', arch: 'arm64', memoryBytes: 10e9 };
  assert.deepEqual(await readGraphicsCards(mac, sources), [
    { name: 'Apple', memoryBytes: 7e9, isUnified: true },
  ]);
  assert.deepEqual(await readGraphicsCards({ ...mac, arch: 'x64' }, sources), []);
  assert.deepEqual(await readGraphicsCards({ ...mac, platform: 'win32' }, sources), []);
});

test('the memory limit of a container counts', () => {
  assert.equal(usableMemory(32, 0), 32);
  assert.equal(usableMemory(32, 8), 8);
  assert.equal(usableMemory(32, 2 ** 63), 32);
});

test('a tool is run if it is installed, and otherwise nothing is', async () => {
  assert.equal(await runTool('echo', ['12 MiB']), '12 MiB\n');
  assert.equal(await runTool('kinora-no-such-tool', []), '');
  assert.equal(await runTool('false', []), '');
});
