/**
 * kinora-client and kinora-ai-sdk as they are published: whole, with types that
 * resolve, for every kind of program.
 */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { buildPackages } from '../../../scripts/build-packages.ts';
import { installPackages } from '../../support/programs/install-packages.ts';
import { atEnd } from '../../support/servers/clean-up.ts';

/** What is called of the checks, which are installed when the tests run. */
interface Checks {
  readonly publint: (options: object) => Promise<{ readonly messages: readonly object[] }>;
  readonly Package: new (files: object, name: string, version: string) => object;
  readonly checkPackage: (subject: object) => Promise<{
    readonly types: unknown;
    readonly problems: readonly { readonly kind: string }[];
  }>;
}

let packages: [name: string, folder: string][];
let checks: Checks;

before(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kinora-packages-'));
  atEnd(() => rm(folder, { recursive: true }));
  packages = Object.entries(await buildPackages(join(folder, 'built')));
  await installPackages('publishing', folder);
  const names = join(folder, 'checks.mjs');
  await writeFile(
    names,
    "export { checkPackage, Package } from '@arethetypeswrong/core';\nexport { publint } from 'publint';\n",
  );
  checks = (await import(pathToFileURL(names).href)) as Checks;
});

test('publint has nothing to say', async () => {
  for (const [name, pkgDir] of packages) {
    const { messages } = await checks.publint({ pkgDir, strict: true, pack: false });
    assert.deepEqual(messages, [], name);
  }
});

test('their types resolve from ES modules and bundlers', async () => {
  for (const [name, folder] of packages) {
    const files = globSync('**/*', { cwd: folder, withFileTypes: true })
      .filter(entry => entry.isFile())
      .map(entry => join(entry.parentPath, entry.name).slice(folder.length + 1));
    const contents = files.map(file => [`/node_modules/${name}/${file}`, readFileSync(join(folder, file))]);
    const analysis = await checks.checkPackage(
      new checks.Package(Object.fromEntries(contents), name, '0.1.0'),
    );
    assert.ok(analysis.types, name);
    // They are ES modules only, which `require` of older Node does not load.
    const problems = analysis.problems.filter(({ kind }) => kind !== 'CJSResolvesToESM');
    assert.deepEqual(problems, [], name);
  }
});
