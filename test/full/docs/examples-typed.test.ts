/** The TypeScript and JavaScript of the pages for the packages compiles in strict programs. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { codeBlocks } from '../../support/docs/code-blocks.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
/** In the project, where the packages of the examples are found. */
const folder = `${root}node_modules/.cache/kinora/typed-${process.pid}`;
const pages = ['use-from-typescript.md', 'packages/client/README.md', 'packages/ai-sdk/README.md'];

test('the code of the packages compiles in a strict program', () => {
  const blocks = codeBlocks().filter(
    ({ page, language }) => pages.includes(page) && ['js', 'ts'].includes(language),
  );
  assert.ok(blocks.length >= 6);
  mkdirSync(folder, { recursive: true });
  try {
    // Each is a module of its own.
    for (const [index, { code }] of blocks.entries())
      writeFileSync(`${folder}/example-${index}.ts`, `${code}\nexport {};\n`);
    const compilerOptions = { noUncheckedIndexedAccess: false, exactOptionalPropertyTypes: true };
    const config = { extends: `${root}tsconfig.json`, compilerOptions, include: ['*.ts'] };
    writeFileSync(`${folder}/tsconfig.json`, JSON.stringify(config));
    writeFileSync(`${folder}/package.json`, '{"type":"module"}');
    const compiler = `${root}node_modules/typescript/bin/tsc`;
    const { stdout, status } = spawnSync(process.execPath, [compiler, '-p', folder], { encoding: 'utf8' });
    assert.equal(stdout, '');
    assert.equal(status, 0);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
