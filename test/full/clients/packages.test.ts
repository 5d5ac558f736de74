/**
 * kinora-client and kinora-ai-sdk as they are published: whole, with types that
 * resolve, for every kind of program.
 */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { checkPackage, Package } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { buildPackages } from '../../../scripts/build-packages.ts';
import { atEnd } from '../../support/servers/clean-up.ts';

let packages: [name: string, folder: string][];

before(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kinora-packages-'));
  atEnd(() => rm(folder, { recursive: true }));
  packages = Object.entries(await buildPackages(folder));
});

test('publint has nothing to say', async () => {
  for (const [name, pkgDir] of packages) {
    const { messages } = await publint({ pkgDir, strict: true, pack: false });
    assert.deepEqual(messages, [], name);
  }
});

test('their types resolve from ES modules and bundlers', async () => {
  for (const [name, folder] of packages) {
    const files = globSync('**/*', { cwd: folder, withFileTypes: true })
      .filter(entry => entry.isFile())
      .map(entry => join(entry.parentPath, entry.name).slice(folder.length + 1));
    const contents = files.map(file => [`/node_modules/${name}/${file}`, readFileSync(join(folder, file))]);
    const analysis = await checkPackage(new Package(Object.fromEntries(contents), name, '0.1.0'));
    assert.ok(analysis.types, name);
    // They are ES modules only, which `require` of older Node does not load.
    const problems = analysis.problems.filter(({ kind }) => kind !== 'CJSResolvesToESM');
    assert.deepEqual(problems, [], name);
  }
});
