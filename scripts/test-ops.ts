/**
 * npm run test:ops [-- NAME ...]: tests what operators deploy with programs that are no npm
 * packages (`test/ops/NAME.ts`; all of them by default). A test whose program is missing is
 * skipped with a note of what it needs.
 */
import { globSync } from 'node:fs';
import { basename } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../test/ops/', import.meta.url));
const names = globSync('*.ts', { cwd: folder }).map(file => basename(file, '.ts'));
const requestedNames = process.argv.slice(2);

if (requestedNames.every(name => names.includes(name))) {
  const files = (requestedNames.length > 0 ? requestedNames : names.sort()).map(
    name => `${folder}${name}.ts`,
  );
  const tests = run({ files, concurrency: 1 });
  tests.on('test:fail', () => {
    process.exitCode = 1;
  });
  await pipeline(tests, new spec(), process.stdout, { end: false });
} else {
  process.stderr.write(`Usage: npm run test:ops [-- NAME ...]\nNames: ${names.sort().join(', ')}\n`);
  process.exitCode = 1;
}
