/** Nothing that holds only on one machine. */
import { listMatchingLines, type Rule, type SourceFile } from './rule.ts';

export const machineTraces: Rule = {
  title: 'no file names a folder of one machine, and the lockfile names no registry',
  breaches: files => [
    ...listMatchingLines(
      files.filter(isOurs),
      /(?<![\w.])\/(?:work|root|home\/\w+)\//,
      'a folder of one machine',
    ),
    ...listMatchingLines(
      files.filter(file => isOurs(file) && !isTest(file)),
      /(?<![\w.])\/tmp\//,
      'use os.tmpdir()',
    ),
    ...listMatchingLines(
      files.filter(({ path }) => path.endsWith('package-lock.json')),
      /"resolved": "http/,
      'leave the registry out: npm install --omit-lockfile-registry-resolved',
    ),
    ...listMatchingLines(
      files.filter(({ path }) => path.endsWith('.npmrc')),
      /registry=|_auth/i,
      'the registry is configured on each machine',
    ),
  ],
  counterexamples: {
    'src/a.ts': "const folder = '/work/main/data';",
    'docs/b.md': 'It lies in /tmp/pictures.',
    'package-lock.json': '"resolved": "https://registry.example/a.tgz"',
    '.npmrc': 'registry=https://registry.example/',
  },
};

/** Except the rules, which name what they forbid. */
function isOurs({ path }: SourceFile): boolean {
  return !path.startsWith('test/rules/');
}

function isTest({ path }: SourceFile): boolean {
  return path.startsWith('test/') || path.endsWith('.test.ts');
}
