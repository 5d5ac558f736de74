/**
 * npm run test:real -- NAME [URL]: tests a kind of engine against a real program (`test/real/NAME.ts`). Where
 * the program is missing, the tests are skipped with a note of what they need.
 */
import { globSync } from 'node:fs';
import { basename } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../test/real/', import.meta.url));
const names = globSync('*.ts', { cwd: folder }).map(file => basename(file, '.ts'));
const [name = '', ...argv] = process.argv.slice(2);

if (names.includes(name)) {
  const tests = run({ files: [`${folder}${name}.ts`], argv, concurrency: 1 });
  tests.on('test:fail', () => {
    process.exitCode = 1;
  });
  await pipeline(tests, new spec(), process.stdout, { end: false });
} else {
  process.stderr.write(`Usage: npm run test:real -- NAME [URL]\nNames: ${names.sort().join(', ')}\n`);
  process.exitCode = 1;
}
