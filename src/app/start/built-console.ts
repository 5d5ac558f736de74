/**
 * The built Console, which is served from memory. The packed product brings it; a checkout builds it once for
 * its sources, at install or at the first start after they changed.
 */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const root = fileURLToPath(new URL('../../../', import.meta.url));
/** The folder of the Console in the packed product. A checkout has no such folder. */
const packedConsole = join(root, 'built-console');
const builds = join(root, 'node_modules', '.cache', 'kinora', 'console');
const builder = fileURLToPath(new URL('./build-console.ts', import.meta.url));
/** What the Console is made of. */
const sources = ['console/**/*', 'packages/shared/**/*', 'package.json', 'package-lock.json'];

let buildPromise: Promise<string> | undefined;

/** The folder of the build for the sources as they are when it is first asked for. */
export function builtConsole(): Promise<string> {
  return (buildPromise ??= findOrBuild());
}

/** Builds in a process of its own, which gives its 400 MB back when it ends. */
async function findOrBuild(): Promise<string> {
  if (existsSync(packedConsole)) return packedConsole;
  const folder = consoleBuildFolder();
  if (!existsSync(folder)) await promisify(execFile)(process.execPath, [builder]);
  return folder;
}

/** Returns where the build for the sources as they are now is, or will be. */
export function consoleBuildFolder(): string {
  return join(builds, hashOfSources());
}

function hashOfSources(): string {
  const hash = createHash('sha256');
  const files = globSync(sources, { cwd: root, withFileTypes: true }).filter(file => file.isFile());
  const paths = files
    .map(file => join(file.parentPath, file.name))
    .filter(path => !path.endsWith('.test.ts'));
  for (const path of paths.sort()) hash.update(path.slice(root.length)).update(readFileSync(path));
  return hash.digest('hex').slice(0, 16);
}
