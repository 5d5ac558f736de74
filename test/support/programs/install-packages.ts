/**
 * Packages that few tests need, so that `npm ci` does not install them: each folder of `test/packages/` has a
 * package.json and a lockfile of its own.
 */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const packages = fileURLToPath(new URL('../../packages/', import.meta.url));

/** Installs what a folder of `test/packages/` names into an empty folder. */
export async function installPackages(name: string, target: string): Promise<void> {
  for (const file of ['package.json', 'package-lock.json'])
    await copyFile(join(packages, name, file), join(target, file));
  await promisify(execFile)(
    'npm',
    ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'],
    {
      cwd: target,
    },
  );
}

/** The exact version of a package that a folder of `test/packages/` names. */
export function packageVersion(name: string, dependency: string): string {
  const { dependencies } = JSON.parse(readFileSync(join(packages, name, 'package.json'), 'utf8')) as {
    readonly dependencies: Readonly<Record<string, string>>;
  };
  return dependencies[dependency] ?? '';
}
