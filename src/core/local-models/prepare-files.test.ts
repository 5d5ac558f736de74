import assert from 'node:assert/strict';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { LocalFailure } from './local-problem.ts';
import { findCard } from './prepare-files.ts';

let folder: string;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-program-'));
});
after(() => rm(folder, { recursive: true }));

async function programThatPrints(lines: string): Promise<string> {
  const file = join(folder, 'program');
  await writeFile(file, `#!/bin/sh\nprintf '${lines}'\n`);
  await chmod(file, 0o755);
  return file;
}

test('a build for graphics cards that finds none is not used', async () => {
  await findCard(
    await programThatPrints(String.raw`Vulkan0\tNVIDIA GeForce RTX 3060\nCPU\tAMD Ryzen 5\n`),
    [],
  );
  for (const lines of ['', String.raw`CPU\tAMD Ryzen 5\n`])
    await assert.rejects(findCard(await programThatPrints(lines), []), (error: unknown) => {
      assert.ok(error instanceof LocalFailure);
      return /finds no graphics card/.test(error.message);
    });
});
